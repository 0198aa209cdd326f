import type { Draft } from '../../../src/data/drafts/drafts.ts';
import type { EntryState, OutboxEntry } from '../../../src/data/outbox/outbox-entry.ts';
import type { ImageOutcome, SendOutcome, Transport } from '../../../src/data/outbox/transport.ts';

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

export const waiting: EntryState = { name: 'waiting', notBefore: 0, heldUntil: 0 };

export const entryOf = (title: string, part: Partial<OutboxEntry> = {}): OutboxEntry => ({
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
  /** Names of the images that have arrived, each as often as it was sent. */
  readonly images: string[];
}

/** A backend in memory that records each call and answers as configured. */
export function modelOf(
  answer: (entry: OutboxEntry) => SendOutcome | Promise<SendOutcome> = () => ({ kind: 'taken' }),
  {
    knowsKeys = false,
    stores = (_: OutboxEntry): boolean => true,
    answerImage = (_: string): ImageOutcome | Promise<ImageOutcome> => ({ kind: 'taken' }),
    /** Of an image that was sent before. */
    hasImage = (_: string): boolean => true,
  } = {},
): Model {
  const calls: string[] = [];
  const stored: string[] = [];
  const images: string[] = [];
  return {
    knowsKeys,
    calls,
    stored,
    images,
    async sendImage(name) {
      images.push(name);
      return answerImage(name);
    },
    hasImage: async (name) => hasImage(name),
    fetchImage: async () => 'gone',
    async send(entry) {
      if (stores(entry) && !(knowsKeys && calls.includes(entry.id))) stored.push(entry.work.post.title);
      calls.push(entry.id);
      return answer(entry);
    },
    ownPosts: async () => ({
      posts: stored.map((title, index) => ({ _id: String(index), ...post(title) })),
      isWhole: true,
    }),
    ownPost: async () => 'gone',
    ownVersion: async () => 'gone',
  };
}
