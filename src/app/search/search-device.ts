import { limits } from '../../contract/limits.ts';
import { nextTask } from '../../device/next-task.ts';
import { type QueryWord, queryWords } from '../../text/search/search-queries.ts';
import { excerptOf, type Rank, rankOf } from '../../text/search/search-texts.ts';
import { readingMinutes } from '../text/reading-minutes.ts';
import type { DeviceAnswer, FoundText, ToSearchThread } from './device-answer.ts';
import { DeviceLibrary, type LibraryText } from './device-library.ts';

/** In milliseconds: how long the thread searches before it handles messages again. */
const sliceMs = 8;

/**
 * Opens the search on this device. Calls `answer` with the result of the last query, and again whenever that changes.
 *
 * @returns a function that handles the page's messages
 */
export function openSearch(answer: (answer: DeviceAnswer) => void): (message: ToSearchThread) => Promise<void> {
  const library = new DeviceLibrary();
  /** Each search makes a new object, so that an earlier search can tell that it is over. */
  let wanted = { query: '', limit: 0 };

  const search = async () => {
    wanted = { ...wanted };
    const asked = wanted;
    if (asked.query === '') return;
    if (library.state === 'forbidden' && library.texts().next().done) return answer({ kind: 'unavailable' });
    const result = await find(library, asked, () => wanted === asked);
    if (result) answer(result);
  };
  return async (message) => {
    switch (message.type) {
      case 'look':
        await library.look(message.author, () => void search());
        break;
      case 'search':
        wanted = { query: message.query, limit: message.limit };
        await search();
        break;
      default:
        message satisfies never;
    }
  };
}

/** @returns `undefined` if another search has replaced this one */
async function find(
  library: DeviceLibrary,
  { query, limit }: { query: string; limit: number },
  isWanted: () => boolean,
): Promise<DeviceAnswer | undefined> {
  const { author, state } = library;
  const words = queryWords(query);
  const ranked: Record<Rank, LibraryText[]> = { title: [], start: [], inner: [] };
  const searched = { post: 0, draft: 0, waiting: 0 };
  let began = performance.now();
  for (const text of library.texts()) {
    const rank = rankOf(text.folded, words);
    if (rank) ranked[rank].push(text);
    searched[text.kind] += 1;
    if (performance.now() - began < sliceMs) continue;
    await nextTask();
    if (!isWanted()) return undefined;
    began = performance.now();
  }
  const better = [...ranked.title.sort(newestFirst), ...ranked.start.sort(newestFirst)];
  // As the server does, adds matches inside words (`cat` in `concatenate`) only if other matches do not fill a page.
  const all = better.length < limits.page ? [...better, ...ranked.inner.sort(newestFirst)] : better;
  const found = all.slice(0, limit).map((text) => foundText(text, words));
  return { kind: 'answered', query, author, found, total: all.length, searched, isComplete: state !== 'reading' };
}

const newestFirst = (a: LibraryText, b: LibraryText): number => b.at - a.at;

/** Returns the result without content and without the author's email, as the server's search does. */
function foundText({ kind, path, post }: LibraryText, words: QueryWord[]): FoundText {
  const { author, summary, content } = post;
  const minutes = readingMinutes({ content });
  return {
    ...post,
    kind,
    path,
    content: '',
    summary: excerptOf(content, words) ?? summary,
    ...(minutes !== undefined && { minutes }),
    author: author && { id: author.id, name: author.name, email: '' },
  };
}
