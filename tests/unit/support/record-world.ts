import type { NewPost } from '../../../src/contract/posts.ts';
import { liveDraftOf, newRecord, type PostRecord, topOf } from '../../../src/writing/record/post-record.ts';
import type { play, Step, Told, Typed, WritingEvent } from '../../../src/writing/record/record-table.ts';
import { KnownWords, textOfWords, type Words, wordsOf } from './known-words.ts';
import {
  copyOf,
  currentText,
  lookUp,
  type ServerState,
  seenPosts,
  serve,
  serveWithoutKeys,
  type WireCall,
  wireCallOf,
} from './record-server.ts';

/** What is judged. */
export interface Table {
  play: typeof play;
  /** What the wire has of a call. */
  send?: (call: WireCall, state: ServerState) => WireCall;
}

/** A form, and what it shows. Its words are on the device once it has saved. */
interface Form {
  /** Of the record. */
  id: string;
  /** Names the form. */
  form: string;
  start: PostRecord;
  from: NewPost | undefined;
  text: NewPost;
  rev: number;
}

interface Device {
  records: Map<string, PostRecord>;
  form: Form | undefined;
  /** All that was saved. */
  saves: Form[];
  /** The call of its one sender. */
  underWay: WireCall | undefined;
}

export class PromiseBroken extends Error {
  override name = 'PromiseBroken';
}

/**
 * Two devices of one author, and the backend, in which everything that may go wrong does, as `step` says. The table is
 * the product's own.
 */
export class RecordWorld {
  readonly words = new KnownWords();
  readonly devices: Device[] = [0, 1].map(() => ({
    records: new Map(),
    form: undefined,
    saves: [],
    underWay: undefined,
  }));
  #server: ServerState = { posts: new Map(), keys: new Map() };
  #backup: ServerState | undefined;
  #isRestored = false;
  /** After a restore: what devices had then. What only the server had is lost. */
  #held = new Set<number>();
  /** Calls that may still arrive, also when nobody waits for their answer any more. */
  #wild: WireCall[] = [];
  #refusal: Extract<WritingEvent['kind'], 'login refused' | 'refused'> | 'no answer' | undefined;
  #numbers = 0;
  #forms = 0;
  #now = 0;

  readonly #table: Table;

  readonly #tell: (line: () => string) => void;

  readonly #hasKeys: boolean;

  /** @param hasKeys whether the backend is our own. Another one knows neither keys nor edits. */
  constructor(table: Table, tell: (line: () => string) => void, hasKeys = true) {
    this.#table = table;
    this.#tell = tell;
    this.#hasKeys = hasKeys;
  }

  /** Both devices know one post. */
  beginWithPost(): void {
    const text = textOfWords([this.words.typedOver(0), this.words.typedOver(0)]);
    for (const word of wordsOf(text)) this.words.kept.add(word);
    this.#server.posts.set('old', { versions: [{ etag: '"old"', text }], isDeleted: false });
    for (const { records } of this.devices)
      records.set('old', { ...newRecord('old', 'ada'), postId: 'old', base: { etag: '"old"', text } });
  }

  // What a person does.

  open(d: number, pick: number): void {
    const device = this.#device(d);
    if (device.form) return;
    const candidates = [...device.records.values()].filter((record) => this.#isOpenable(record));
    const found = candidates[pick % (candidates.length + 1)];
    const record = found ?? newRecord(this.#id(), 'ada');
    this.#openForm(d, record);
  }

  #isOpenable = ({ successor, hold, base, draft, pending }: PostRecord): boolean =>
    successor === undefined && hold?.kind !== 'conflict' && Boolean((this.#hasKeys && base) || draft || pending);

  #openForm(d: number, record: PostRecord): void {
    const draft = liveDraftOf(record);
    const top = topOf(record);
    this.#forms += 1;
    this.#device(d).form = {
      id: record.id,
      form: `form ${this.#forms}`,
      start: record,
      from: draft ? draft.from : top,
      text: draft?.text ?? top,
      rev: record.rev,
    };
    this.#tell(() => `${d} opens ${record.id}: ${draft?.text.content ?? top.content}`);
  }

  type(d: number, pick: number): void {
    const { form } = this.#device(d);
    if (!form) {
      this.open(d, pick);
      return;
    }
    const words = wordsOf(form.text);
    const slot = pick % words.length;
    words[slot] = this.words.typedOver(words[slot] ?? 0);
    form.text = textOfWords(words);
    form.rev += 1;
    this.#tell(() => `${d} types ${words} in ${form.id}`);
  }

  /** Its author undoes all that was typed since the form began. */
  typeBack(d: number): void {
    const { form } = this.#device(d);
    if (!form?.from) return;
    const before = wordsOf(form.from);
    const isInForm = (word: number) => wordsOf(form.text).some((each) => this.words.saw(each, word));
    const wasThere = (word: number) => before.some((each) => this.words.saw(each, word));
    for (const word of [...this.words.kept].filter(isInForm)) if (!wasThere(word)) this.words.kept.delete(word);
    // Nothing of the draft is left to send: what it began with may have been the restored server's alone.
    for (const word of [...this.#held].filter(isInForm)) this.#held.delete(word);
    form.text = form.from;
    form.rev += 1;
    this.#tell(() => `${d} types back to ${before} in ${form.id}`);
  }

  save(d: number): void {
    const { form } = this.#device(d);
    if (!form) return;
    const { id, start, ...typed } = form;
    this.#device(d).saves.push({ ...form });
    const step = this.#play(d, id, { kind: 'typed', ...typed }, start);
    this.#keep(form);
    this.#rebind(d, step?.told);
  }

  /** A save that the device took long for. */
  saveLate(d: number, pick: number): void {
    const { saves } = this.#device(d);
    const save = saves[pick % Math.max(1, saves.length)];
    if (!save) return;
    const { id, start: _, ...typed } = save;
    this.#play(d, id, { kind: 'typed', ...typed });
  }

  press(d: number, pick: number): void {
    const { form } = this.#device(d);
    if (!form) return;
    form.rev += 1;
    this.#keep(form);
    const { id, start } = form;
    const submit = (part: Pick<Partial<Typed>, 'text' | 'decidedOn'> = {}) => {
      const { text, from, rev, form: key } = form;
      return this.#play(d, id, { kind: 'submitted', text, from, rev, form: key, userId: 'ada', ...part }, start);
    };
    let step = submit();
    if (this.#rebind(d, step?.told)) return;
    for (; step?.told?.kind === 'decide'; ) {
      if (step.told.of === 'pending') {
        this.decide(d, step.record, pick);
        form.rev += 1;
        step = submit();
        continue;
      }
      const { mine, theirs } = step.told;
      const decided = this.#decide(mine, theirs, pick);
      form.rev += 1;
      step = submit({ text: decided, decidedOn: theirs });
    }
    this.#device(d).form = undefined;
  }

  /** The page is left or killed: what was typed and not saved is gone. */
  close(d: number): void {
    if (this.#device(d).form) this.#tell(() => `${d} closes its form`);
    this.#device(d).form = undefined;
  }

  /** My Blogs: of a post whose form is open nothing can be pressed there. */
  inMyBlogs(d: number, kind: 'cancelled' | 'discarded' | 'restored' | 'deleted', pick: number): void {
    const record = this.#choose(d, pick, (each) => {
      if (this.#device(d).form?.id === each.id) return false;
      if (kind === 'restored') return each.draft?.discarded !== undefined;
      return kind === 'deleted'
        ? each.base !== undefined && each.postId !== undefined
        : each.pending !== undefined || liveDraftOf(each) !== undefined;
    });
    if (!record) return;
    const step = this.#play(d, record.id, { kind });
    const { draft } = step?.record ?? {};
    if (kind === 'discarded' && draft?.discarded) {
      const left = wordsOf(topOf(step?.record ?? record));
      for (const each of [draft.text, ...(step?.created ?? []).flatMap((c) => c.draft?.text ?? [])])
        for (const word of wordsOf(each))
          if (!left.some((other) => this.words.saw(other, word))) this.words.dropped.add(word);
    }
    if (kind === 'restored' && step)
      for (const word of wordsOf(record.draft?.text ?? topOf(record))) this.words.dropped.delete(word);
    this.words.dropped.add(0);
    if (kind === 'cancelled' && step?.record.draft && !this.#device(d).form) this.#openForm(d, step.record);
  }

  decideAny(d: number, pick: number): void {
    const record = this.#choose(d, pick, ({ hold }) => hold?.kind === 'conflict');
    if (record) this.decide(d, record, pick);
  }

  decide(d: number, { id }: PostRecord, pick: number): void {
    const { pending, base } = this.#device(d).records.get(id) ?? {};
    if (pending?.kind !== 'text' || !base) return;
    const text = this.#decide(pending.text, base.text, pick);
    this.#play(d, id, { kind: 'decided', text, on: base.etag, next: 'save' });
  }

  release(d: number): void {
    for (const { id, hold } of [...this.#device(d).records.values()]) {
      if (hold?.kind === 'login' || hold?.kind === 'refused') this.#play(d, id, { kind: 'released', hold: hold.kind });
      if (hold?.kind === 'published' && this.#device(d).form?.id !== id) this.#play(d, id, { kind: 'published too' });
    }
  }

  /** The device is told the newest version of a post. */
  read(d: number, pick: number): void {
    const { records } = this.#device(d);
    const posts = [...this.#server.posts].filter(([, { isDeleted }]) => !isDeleted);
    const [postId, post] = posts[pick % Math.max(1, posts.length)] ?? [];
    const version = post?.versions.at(-1);
    if (postId === undefined || !version) return;
    const known = [...records.values()].find((record) => record.postId === postId);
    this.#tell(() => `${d} reads ${postId} ${version.etag} ${version.text.content}`);
    if (known) this.#play(d, known.id, { kind: 'read', version });
    else {
      const id = records.has(postId) ? this.#id() : postId;
      records.set(id, { ...newRecord(id, 'ada'), postId, base: version });
    }
  }

  // What the sender and the network do.

  begin(d: number, pick = 0): void {
    const device = this.#device(d);
    if (device.underWay) return;
    const waiting = [...device.records.values()].filter(({ pending, hold }) => pending && !hold);
    const [first] = waiting.sort((a, b) => (a.pending?.at ?? 0) - (b.pending?.at ?? 0));
    const doubt = waiting.find(({ base, unanswered }) => !base && unanswered.length > 0);
    if (doubt && !this.#hasKeys) {
      this.#lookUp(d, doubt, pick);
      return;
    }
    const seen = this.#hasKeys || first?.base ? undefined : seenPosts(this.#server);
    const step = first && this.#play(d, first.id, { kind: 'due', seen });
    if (step?.told?.kind !== 'call') return;
    device.underWay = wireCallOf(d, step.record, step.told.call);
    this.#wild.push(device.underWay);
    const { call, ifMatch } = device.underWay;
    this.#tell(() => `${d} calls ${call.key} on ${ifMatch}: ${call.kind === 'text' ? call.text.content : 'delete'}`);
  }

  /** Ten seconds after the answer was lost, when the call has arrived or never will. */
  #lookUp(d: number, record: PostRecord, pick: number): void {
    const late = this.#wild.filter((call) => call.record === record.id);
    this.#wild = this.#wild.filter((call) => call.record !== record.id);
    for (const call of late) if (pick % 2 === 0) this.#serve(call);
    const known = [...this.#device(d).records.values()].flatMap(({ base, unanswered }) => [
      ...(base ? [base.text] : []),
      ...unanswered.flatMap((call) => (call.kind === 'text' ? [call.text] : [])),
    ]);
    this.#play(d, record.id, lookUp(this.#server, record, known));
  }

  answer(d: number): void {
    const device = this.#device(d);
    const { underWay } = device;
    if (!underWay) return;
    device.underWay = undefined;
    if (!this.#wild.includes(underWay)) return;
    this.#wild.splice(this.#wild.indexOf(underWay), 1);
    const refusal = this.#refusal;
    if (refusal === 'no answer') return;
    const key = underWay.call.key;
    const event: WritingEvent = refusal ? { kind: refusal, key, status: 422 } : this.#serve(underWay);
    this.#play(d, underWay.record, event);
  }

  /** The answer is lost, or the sender is killed; the call may have arrived, may arrive late, or never. */
  lose(d: number, pick: number): void {
    const device = this.#device(d);
    const { underWay } = device;
    if (!underWay) return;
    this.#tell(() => `${d}: the answer of ${underWay.call.key} is lost`);
    device.underWay = undefined;
    if (pick % 3 === 0) return;
    this.#wild.splice(this.#wild.indexOf(underWay), 1);
    if (pick % 3 === 1) this.#serve(underWay);
  }

  /** A call arrives of which nobody expects an answer; it may be repeated later. */
  late(pick: number): void {
    const late = this.#wild.filter((call) => !this.devices.some(({ underWay }) => underWay === call));
    const call = late[pick % Math.max(1, late.length)];
    if (!call) return;
    if (pick % 3 > 0 || !this.#hasKeys) this.#wild.splice(this.#wild.indexOf(call), 1);
    this.#tell(() => `late: ${call.call.key}`);
    this.#serve(call);
  }

  refuse(pick: number): void {
    this.#refusal = ([undefined, 'login refused', 'refused', 'no answer'] as const)[pick % 4];
  }

  restoreServer(pick: number): void {
    if (!this.#backup) {
      this.#tell(() => 'the server is backed up');
      this.#backup = copyOf(this.#server);
    } else if (pick % 4 === 0) {
      this.#tell(() => 'the server is restored');
      this.#server = this.#backup;
      this.#backup = undefined;
      this.#isRestored = true;
      // What was on its way has ended.
      this.#wild = [];
      this.#held = new Set();
      for (const { records } of this.devices)
        for (const { pending, draft } of records.values())
          for (const text of [pending?.kind === 'text' ? pending.text : undefined, draft?.text])
            if (text) for (const word of wordsOf(text)) if (this.words.kept.has(word)) this.#held.add(word);
    }
  }

  // What is promised.

  check(): void {
    for (const word of this.#isRestored ? this.#held : this.words.kept)
      if (!this.words.isDropped(word) && !this.#isAlive(word)) this.#fail(`word ${word} is lost`);
  }

  /** No faults any more; everybody submits, decides and logs in. */
  end(): void {
    this.#refusal = undefined;
    for (let turn = 0; this.#wild.some((call) => !this.devices.some(({ underWay }) => underWay === call)); turn += 1)
      this.late(turn);
    for (let turn = 0; turn < 40; turn += 1) {
      for (const d of this.devices.keys()) {
        this.release(d);
        this.decideAny(d, turn);
        if (turn < 10) {
          if (!this.#device(d).form) this.#openDraft(d);
          this.press(d, turn);
        }
        this.begin(d);
        this.answer(d);
      }
      this.check();
    }
    for (const [d, { records }] of this.devices.entries())
      for (const { id, pending } of records.values()) if (pending) this.#fail(`${id} waits for ever on ${d}`);
    const living = [...this.#server.posts.values()].filter(({ isDeleted }) => !isDeleted).map(currentText);
    for (const [index, text] of living.entries())
      for (const other of living.slice(index + 1))
        for (const word of text ? wordsOf(text) : [])
          if (other && !this.words.mayRepeat.has(word) && wordsOf(other).includes(word))
            this.#fail(`word ${word} is there twice`);
  }

  #openDraft(d: number): void {
    const record = this.#choose(d, 0, (each) => liveDraftOf(each) !== undefined && this.#isOpenable(each));
    if (record) this.#openForm(d, record);
  }

  #device(d: number): Device {
    const device = this.devices[d];
    if (!device) throw new RangeError(`There is no device ${d}`);
    return device;
  }

  #choose(d: number, pick: number, isWanted: (record: PostRecord) => boolean): PostRecord | undefined {
    const found = [...this.#device(d).records.values()].filter(isWanted);
    return found[pick % Math.max(1, found.length)];
  }

  /** As the store does. */
  #play(d: number, id: string, event: WritingEvent, start?: PostRecord): Step | undefined {
    const { records } = this.#device(d);
    const record = records.get(id) ?? start;
    if (!record) return undefined;
    if (record.successor !== undefined && (event.kind === 'typed' || event.kind === 'submitted')) {
      const { successor, ...rest } = record;
      const step = this.#play(d, successor, { ...event, kind: 'typed' }, { ...rest, id: successor });
      return step && { ...step, told: { kind: 'gone', successor } };
    }
    this.#now += 1;
    const step = this.#table.play(record, event, { id: () => this.#id(), now: this.#now });
    for (const each of [step.record, ...(step.created ?? [])]) records.set(each.id, each);
    for (const { draft, pending } of step.created ?? [])
      for (const text of [draft?.text, pending?.kind === 'text' ? pending.text : undefined]) this.#mayRepeat(text);
    this.#tell(() => `${d}: ${event.kind} ${id} -> ${JSON.stringify({ ...step.record, changedAt: undefined })}`);
    return step;
  }

  #mayRepeat(text: NewPost | undefined): void {
    if (text) for (const word of wordsOf(text)) this.words.mayRepeat.add(word);
  }

  #rebind(d: number, told: Told | undefined): boolean {
    if (told?.kind !== 'gone') return false;
    const record = this.#device(d).records.get(told.successor);
    this.#device(d).form = undefined;
    this.#mayRepeat(record?.draft?.text);
    if (record) this.#openForm(d, record);
    return true;
  }

  /** What was typed in the form has been stored. */
  #keep({ text, from }: Form): void {
    const before = from ? wordsOf(from) : [];
    for (const word of wordsOf(text)) if (!before.includes(word)) this.words.kept.add(word);
  }

  #serve(call: WireCall): WritingEvent {
    const before = new Map([...this.#server.posts].map(([id, post]) => [id, post.versions.at(-1)]));
    const sent = this.#table.send?.(call, this.#server) ?? call;
    const serves = this.#hasKeys ? serve : serveWithoutKeys;
    const event = serves(this.#server, sent, () => this.#count());
    this.#tell(() => `answered ${event.kind} ${JSON.stringify(event)}`);
    for (const [id, { versions }] of this.#server.posts) {
      const [was, is] = [before.get(id), versions.at(-1)];
      if (!was || !is || was.etag === is.etag) continue;
      const now = wordsOf(is.text);
      for (const [slot, word] of wordsOf(was.text).entries())
        if (!this.words.isDropped(word) && !this.words.saw(now[slot] ?? 0, word))
          this.#fail(`word ${word} was replaced by ${now[slot]}, whose author never saw it`);
    }
    return event;
  }

  #decide(mine: NewPost, theirs: NewPost, pick: number): NewPost {
    const others = wordsOf(theirs);
    const pairs = wordsOf(mine).map((word, slot) => [word, others[slot] ?? 0] as const);
    const { words } = this;
    const differing = pairs.filter(([a, b]) => a !== b);
    const isNeedless = differing.every(
      ([a, b]) => (words.saw(a, b) || words.saw(b, a)) && !(words.isDropped(a) || words.isDropped(b)),
    );
    this.#tell(() => `asked about ${pairs.map((pair) => pair.join(' or '))}`);
    if (isNeedless && !this.#isRestored) this.#fail('its author is asked about own words');
    const decided: Words = pairs.map(([a, b], slot) => {
      if (a === b || words.saw(a, b)) return a;
      if (words.saw(b, a)) return b;
      const [yes, no] = ((pick >> slot) & 1) === 1 ? [a, b] : [b, a];
      words.chosenOver(yes, no);
      for (const word of this.#held) if (words.saw(no, word)) this.#held.delete(word);
      return yes;
    });
    return textOfWords(decided);
  }

  /** Whether a text has the word, or one that was typed by somebody who saw it. */
  #isAlive(word: number): boolean {
    const has = (text: NewPost | undefined) =>
      text !== undefined && wordsOf(text).some((each) => this.words.saw(each, word));
    for (const { isDeleted, versions } of this.#server.posts.values())
      if (!isDeleted && has(versions.at(-1)?.text)) return true;
    return this.devices.some(({ records }) =>
      [...records.values()].some(({ pending, draft, base, unanswered }) => {
        const isBeingDeleted = [pending, ...unanswered].some((each) => each?.kind === 'delete');
        return (
          (pending?.kind === 'text' && has(pending.text)) || has(draft?.text) || (isBeingDeleted && has(base?.text))
        );
      }),
    );
  }

  #id = (): string => `r${this.#count()}`;

  #count(): number {
    this.#numbers += 1;
    return this.#numbers;
  }

  #fail(what: string): never {
    throw new PromiseBroken(what);
  }
}
