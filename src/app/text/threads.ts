import type { NewPost } from '../../contract/posts.ts';
import { trustedScript } from '../../device/trusted-script.ts';
import { withTimeout } from '../../device/with-timeout.ts';
import type { CodeBlock, CodeToken, Markdown } from '../../text/markdown/tree.ts';
import highlightThread from './highlight-thread.ts?worker&url';
import type { PostChanges } from './post-changes.ts';

/** How long a thread may take, its start included, in milliseconds; a text that takes longer is shown plainly. */
const deadline = { parse: 6_000, highlight: 4_000, compare: 6_000 } as const;

/** Parses a text. Returns `undefined` if that takes too long, or if the browser has no module workers. */
export async function parseInThread(content: string): Promise<Markdown | undefined> {
  const { url } = await import('./parse-thread.ts');
  return ask<Markdown>(url, content, deadline.parse);
}

/** Returns the tokens of each block, or `undefined` for the same reasons as `parseInThread`. */
export function highlightInThread(
  blocks: Pick<CodeBlock, 'language' | 'text'>[],
): Promise<(CodeToken[] | undefined)[] | undefined> {
  return ask(highlightThread, blocks, deadline.highlight);
}

/** Returns the changes between two texts, or `undefined` for the same reasons as `parseInThread`. */
export async function compareInThread(before: NewPost, after: NewPost): Promise<PostChanges | undefined> {
  const { url } = await import('./compare-thread.ts');
  return ask<PostChanges>(url, { before, after }, deadline.compare);
}

/** Asks a new thread one question, then ends it, because an author's longest text may leave much memory behind. */
async function ask<Answer>(url: string, question: unknown, timeoutMs: number): Promise<Answer | undefined> {
  if (typeof Worker === 'undefined') return undefined;
  let thread: Worker | undefined;
  try {
    const asked = new Worker(trustedScript(url), { type: 'module' });
    thread = asked;
    const answer = new Promise<Answer>((resolve, reject) => {
      asked.onmessage = ({ data }) => resolve(data);
      asked.onerror = ({ message }) => reject(new Error(message || 'the thread did not start'));
      asked.postMessage(question);
    });
    return await withTimeout(timeoutMs, answer);
  } catch (error) {
    console.error('A thread gave no answer; the text is shown without its result.', error);
    return undefined;
  } finally {
    thread?.terminate();
  }
}
