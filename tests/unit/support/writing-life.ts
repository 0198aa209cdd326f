import { vi } from 'vitest';
import { isSameText, type NewPost } from '../../../src/contract/posts.ts';
import { liveDraftOf, type PostRecord } from '../../../src/writing/record/post-record.ts';
import { numbersOf } from './record-lives.ts';
import { openPages, text } from './writing-pages.ts';
import type { Fate } from './writing-server.ts';

type Pages = Awaited<ReturnType<typeof openPages>>;

/** A post is two paragraphs: the one that its author writes, and the one that somebody edits elsewhere. */
const textOf = (word: string, elsewhere: string) => text(`${word}\n\n${elsewhere}`);
const wordsOf = ({ content }: NewPost) => content.split('\n\n');

export class PromiseBroken extends Error {
  override name = 'PromiseBroken';
}

/** An author with two tabs who publishes and edits while the network does what it likes, as the seed says. */
class Life {
  readonly #pages: Pages;
  readonly #hasKeys: boolean;
  readonly #number: (below: number) => number;
  /** The word that was last submitted in each record. */
  readonly #wanted = new Map<string, string>();
  readonly #deleted = new Set<string>();
  #words = 0;

  constructor(pages: Pages, seed: number, hasKeys: boolean) {
    this.#pages = pages;
    this.#hasKeys = hasKeys;
    this.#number = numbersOf(seed);
    this.#number(2);
  }

  async play(): Promise<void> {
    using _ = vi.spyOn(Math, 'random').mockImplementation(() => this.#number(1_000) / 1_000);
    const { openTab, pass, server } = this.#pages;
    const tabs = [openTab(), openTab()];
    const faults = this.#number(60);
    server.fateOf = () => (this.#number(100) < faults ? this.#fault() : 'answered');
    for (let step = 0; step < 25; step += 1) {
      await this.#step(tabs[this.#number(2)]);
      await this.#judge();
    }
    server.fateOf = () => 'answered';
    for (let round = 0; round < 4; round += 1) {
      await this.#submitWhatIsLeft();
      dispatchEvent(new Event('online'));
      await pass(70_000, 5_000);
    }
    await this.#judgeEnd();
  }

  #fault(): Fate {
    const lateMs = this.#number(this.#hasKeys ? 60_000 : 9_000);
    const faults = [
      'lost',
      'unheard',
      'unheard',
      { lateMs },
      { lateMs },
      { status: 503 },
      { status: 429, headers: { 'Retry-After': '5' } },
      { status: 401 },
      { status: 413 },
    ] as const;
    return faults[this.#number(faults.length)] ?? 'lost';
  }

  async #step(tab: ReturnType<Pages['openTab']> | undefined): Promise<void> {
    const { pass } = this.#pages;
    const what = this.#number(12);
    if (what < 3) await this.#publish();
    else if (what < 5) await this.#edit();
    else if (what === 5) await this.#cancel();
    else if (what === 6) await this.#delete();
    else if (what === 7) await this.#editElsewhere();
    else if (what === 8) await this.#submitWhatIsLeft();
    else if (what === 9) dispatchEvent(new Event('online'));
    else if (what === 10) void tab?.sendAfterLogin();
    else void tab?.sendNow();
    const ms = this.#number(3) === 0 ? this.#number(30_000) : this.#number(300);
    await pass(ms, Math.max(50, ms / 20));
  }

  async #publish(): Promise<void> {
    const id = `r${this.#next()}`;
    const word = `w${this.#next()}`;
    this.#wanted.set(id, word);
    await this.#pages.publish(id, textOf(word, 'e0').content);
  }

  async #edit(): Promise<void> {
    const record = await this.#choose(({ base, pending, draft }) => this.#hasKeys && base && !pending && !draft);
    if (!record?.base) return;
    const word = `w${this.#next()}`;
    this.#wanted.set(record.id, word);
    await this.#submit(record, textOf(word, wordsOf(record.base.text)[1] ?? ''), record.base.text);
  }

  /** Cancel and edit: the corrected text is submitted now or later. */
  async #cancel(): Promise<void> {
    const { playEvent, read } = this.#pages;
    const record = await this.#choose(({ pending }) => pending?.kind === 'text');
    if (!record) return;
    await playEvent(record.id, { kind: 'cancelled' });
    const after = await read(record.id);
    const { draft } = after;
    if (!draft || this.#number(2) === 0) return;
    const word = `w${this.#next()}`;
    this.#wanted.set(record.id, word);
    await this.#submit(after, textOf(word, wordsOf(draft.text)[1] ?? ''), draft.from);
  }

  async #delete(): Promise<void> {
    const record = await this.#choose(
      ({ base, postId, pending, draft }) => this.#hasKeys && base && postId && !pending && !draft,
    );
    if (!record) return;
    this.#deleted.add(record.id);
    await this.#pages.playEvent(record.id, { kind: 'deleted' });
  }

  async #editElsewhere(): Promise<void> {
    const record = await this.#choose(({ postId }) => this.#hasKeys && postId !== undefined);
    const post = this.#pages.server.state.posts.get(record?.postId ?? '');
    const text = post?.versions.at(-1)?.text;
    if (!post || !text || post.isDeleted) return;
    this.#pages.server.editElsewhere(record?.postId ?? '', textOf(wordsOf(text)[0] ?? '', `e${this.#next()}`));
  }

  async #submitWhatIsLeft(): Promise<void> {
    const { playEvent } = this.#pages;
    for (const record of await this.#own()) {
      const { id, hold } = record;
      const draft = liveDraftOf(record);
      if (hold?.kind === 'login' || hold?.kind === 'refused')
        await playEvent(id, { kind: 'released', hold: hold.kind });
      if (hold?.kind === 'published') {
        const step = await playEvent(id, { kind: 'published too' });
        for (const second of step?.created ?? []) this.#wanted.set(second.id, this.#wanted.get(id) ?? '');
        if (step?.created) this.#wanted.delete(id);
      }
      if (draft && draft.origin !== 'deleted post') await this.#submit(record, draft.text, draft.from);
    }
  }

  async #submit(record: PostRecord, what: NewPost, from: NewPost | undefined): Promise<void> {
    const rev = record.rev + 1;
    const submitted = { kind: 'submitted', text: what, from, rev, form: `form ${rev}`, userId: 'ada' } as const;
    const step = await this.#pages.playEvent(record.id, submitted);
    if (step?.told?.kind === 'decide') throw new PromiseBroken(`asked about ${what.content}`);
  }

  /** At every moment: nothing is there twice, and nobody is asked in vain. */
  async #judge(): Promise<void> {
    const first = this.#pages.server.texts().map((each) => wordsOf(each)[0] ?? '');
    const twice = first.find((word, index) => first.indexOf(word) !== index);
    if (twice !== undefined) throw new PromiseBroken(`${twice} is published twice`);
    for (const { id, hold, base, pending } of await this.#own()) {
      if (hold?.kind === 'conflict') throw new PromiseBroken(`${id} is asked about`);
      if (hold?.kind !== 'published') continue;
      const isThere = base && this.#pages.server.texts().some((each) => isSameText(each, base.text));
      const isAnother = pending?.kind === 'text' && base && !isSameText(pending.text, base.text);
      if (!isThere || !isAnother) throw new PromiseBroken(`${id} is asked about in vain`);
    }
  }

  async #judgeEnd(): Promise<void> {
    await this.#judge();
    const own = await this.#own();
    for (const { id, pending } of own) if (pending) throw new PromiseBroken(`${id} waits for ever`);
    const texts = this.#pages.server.texts();
    for (const [id, word] of this.#wanted) {
      const isThere = texts.some((each) => wordsOf(each)[0] === word);
      const isDraft = own.some(({ draft }) => draft && wordsOf(draft.text)[0] === word);
      if (this.#deleted.has(id) ? isThere || !isDraft : !isThere) throw new PromiseBroken(`${word} of ${id} is lost`);
    }
    const posts = this.#wanted.size - this.#deleted.size;
    if (this.#hasKeys && texts.length !== posts) throw new PromiseBroken(`${texts.length} posts, not ${posts}`);
  }

  #own = (): Promise<PostRecord[]> => this.#pages.readOwn('ada');

  async #choose(isWanted: (record: PostRecord) => unknown): Promise<PostRecord | undefined> {
    const found = (await this.#own()).filter((record) => isWanted(record) && !record.successor);
    return found[this.#number(Math.max(1, found.length))];
  }

  #next(): number {
    this.#words += 1;
    return this.#words;
  }
}

/** @throws PromiseBroken */
export async function playWritingLife(seed: number, hasKeys: boolean): Promise<number> {
  // Every tenth in IndexedDB, which is slower than memory, and with Web Locks.
  await using pages = await openPages({ hasKeys, isForbidden: seed % 10 > 0 });
  await new Life(pages, seed, hasKeys).play();
  return pages.server.requests.length;
}
