import { parseMarkdown } from '../../text/markdown/parse-markdown.ts';

/** This module's URL. The page imports it and starts a thread from it, so that both share the parser's file. */
export const { url } = import.meta;

if (typeof document === 'undefined') {
  addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(parseMarkdown(data)));
}
