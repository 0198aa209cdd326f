import { limits } from '../../contract/limits.ts';
import { nextTask } from '../../device/next-task.ts';
import { type QueryWord, queryWords } from '../../text/search/search-queries.ts';
import { excerptOf, type Rank, rankOf } from '../../text/search/search-texts.ts';
import { readingMinutes } from '../text/reading-minutes.ts';
import type { DeviceAnswer, FoundText, ToSearchThread } from './device-answer.ts';
import { DeviceLibrary, type LibraryText } from './device-library.ts';

/** How long is searched at a time before the thread looks whether somebody has typed on, in milliseconds. */
const sliceMs = 8;

/**
 * The search on this device. It answers the last query, and again whenever the answer has changed.
 *
 * @returns the function that hears the page.
 */
export function openSearch(answer: (answer: DeviceAnswer) => void): (message: ToSearchThread) => Promise<void> {
  const library = new DeviceLibrary();
  /** Another object with each search, so that an earlier one knows that it is over. */
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

/** @returns `undefined` if it was not wanted to its end */
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
  // As on a server: `cat` leads to `concatenate` if little else is found, but `the` not to `other`.
  const all = better.length < limits.page ? [...better, ...ranked.inner.sort(newestFirst)] : better;
  const found = all.slice(0, limit).map((text) => foundText(text, words));
  return { kind: 'answered', query, author, found, total: all.length, searched, isComplete: state !== 'reading' };
}

const newestFirst = (a: LibraryText, b: LibraryText): number => b.at - a.at;

/** Names the author as the search does: by the name, never by the email. */
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
