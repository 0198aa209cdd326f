import type { Draft } from '../../../src/data/drafts.ts';
import type { Entry, State } from '../../../src/data/outbox/entry.ts';
import type { Outcome, Transport } from '../../../src/data/outbox/transport.ts';

export const post = (title: string) => ({ title, imgUrl: '', content: `${title}, at length.` });

export const draftOf = (title: string, part: Partial<Draft> = {}): Draft => ({
  version: 1,
  id: `draft of ${title}`,
  userId: '42',
  post: post(title),
  savedAt: 1,
  origin: 'typed',
  ...part,
});

export const waiting: State = { name: 'waiting', notBefore: 0, heldUntil: 0 };

export const entryOf = (title: string, part: Partial<Entry> = {}): Entry => ({
  version: 1,
  id: `entry of ${title}`,
  userId: '42',
  confirmedAt: 1,
  work: { kind: 'publish', post: post(title) },
  state: waiting,
  tries: 0,
  isInDoubt: false,
  ...part,
});

export interface Model extends Transport {
  /** Ids of the entries whose calls have arrived, in order. */
  readonly calls: string[];
  /** Titles of what the backend has. */
  readonly stored: string[];
}

/** A backend in memory that stores each call and answers as told. */
export function modelOf(
  answer: (entry: Entry) => Outcome | Promise<Outcome> = () => ({ kind: 'taken' }),
  { knowsKeys = false, stores = (_: Entry) => true } = {},
): Model {
  const calls: string[] = [];
  const stored: string[] = [];
  return {
    knowsKeys,
    calls,
    stored,
    async send(entry) {
      if (stores(entry) && !(knowsKeys && calls.includes(entry.id))) stored.push(entry.work.post.title);
      calls.push(entry.id);
      return answer(entry);
    },
    ownPosts: async () => stored.map((title, index) => ({ _id: String(index), ...post(title) })),
  };
}
