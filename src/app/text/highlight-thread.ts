import { highlight } from '../../text/markdown/highlight.ts';
import type { CodeBlock } from '../../text/markdown/tree.ts';

addEventListener('message', ({ data }: MessageEvent<Pick<CodeBlock, 'language' | 'text'>[]>) =>
  postMessage(data.map(({ language, text }) => highlight(language, text))),
);
