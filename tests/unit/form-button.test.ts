import { expect, test } from 'vitest';
import { type Backend, json, openForeignBackend, openOwnBackend, problem, status } from './support/backend.ts';
import { eventually } from './support/eventually.ts';
import { loadForms, openForms, post, published, typed, unpublished } from './support/forms.ts';
import { replace } from './support/global.ts';

const noPictures = { isPreparing: () => false, settled: async () => true };

/** Opens a form of the record `start`, and types `content` into it. */
async function openForm(content: string, start = unpublished('a'), userId: string | null = '42') {
  const { formButton, holdRecord, readPostRecord, shownForm } = await loadForms();
  const form = shownForm();
  const held = await holdRecord(start.id, { start });
  if (!held) throw new Error('The form is not free.');
  const text = form.put(held, userId);
  if (content) text.change({ content });
  const ends: string[] = [];
  const button = formButton(form.held, text, ({ kind }) => void ends.push(kind));
  return {
    form,
    text,
    button,
    ends,
    press: () => button.press([noPictures]),
    told: () => button.progress.get().kind,
    record: () => readPostRecord(start.id),
    [Symbol.dispose]: () => form.close(),
  };
}

const made = json({ _id: 'new', title: '', imgUrl: '', content: 'whole', etag: '"1"', version: 1 }, {}, 201);
const keysOf = ({ received }: Backend) => received.map(({ headers }) => headers['idempotency-key']);

test('if the backend hangs, the form soon says that the submitted post is waiting', async () => {
  await using _ = await openOwnBackend(() => 'hang');
  await using __ = await openForms();
  const { timeouts } = await loadForms();
  using ___ = replace(timeouts, { submitTimeoutMs: 20 });
  using form = await openForm('whole');
  await form.press();
  expect(form.told()).toBe('waiting');
});

test.each([
  [422, 'refused'],
  [401, 'login expired'],
] as const)('after a %i, the form still has the text; a resend has the same idempotency key', async (code, told) => {
  await using backend = await openOwnBackend(() => status(code));
  await using _ = await openForms();
  using form = await openForm('whole');
  await form.press();
  expect([form.told(), form.ends]).toEqual([told, []]);
  expect(form.text.shown.get()).toMatchObject({ status: 'saved', post: { content: 'whole' } });
  expect(await form.record()).toMatchObject({ draft: { text: post('whole') } });
  expect((await form.record())?.pending).toBeUndefined();
  form.button.putOff();
  expect(form.told()).toBe(told === 'login expired' ? 'writing' : 'refused');
  backend.reply = () => made;
  await form.press();
  expect(form.told()).toBe('taken');
  expect(keysOf(backend)).toEqual(['a', 'a']);
});

test('a submit waits for its pictures, and sends nothing if a picture fails to prepare', async () => {
  await using backend = await openOwnBackend(() => made);
  await using _ = await openForms();
  using form = await openForm('whole');
  for (const isWhole of [false, true]) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let isPreparing = true;
    const pressed = form.button.press([{ isPreparing: () => isPreparing, settled: () => promise }]);
    expect(form.told()).toBe('preparing');
    await form.press();
    expect(backend.received).toEqual([]);
    isPreparing = false;
    resolve(isWhole);
    await pressed;
    expect(form.told()).toBe(isWhole ? 'taken' : 'writing');
  }
});

test('pressing the button twice publishes one post', async () => {
  await using backend = await openOwnBackend(() => made);
  await using _ = await openForms();
  using form = await openForm('whole');
  await Promise.all([form.press(), form.press()]);
  expect(await backend.settled()).toHaveLength(1);
});

test.each([
  ['whose text equals the published text', [typed('one', 'one')]],
  ['in which nothing was ever typed', []],
])('saving an edit %s sends nothing', async (_, saved) => {
  await using backend = await openOwnBackend(() => made);
  await using __ = await openForms();
  const { applyEvent } = await loadForms();
  for (const each of saved) await applyEvent('p', { kind: 'typed', ...each }, published('p', 'one'));
  using form = await openForm('', published('p', 'one'));
  await form.press();
  expect(form.told()).toBe('taken');
  expect(await backend.settled()).toEqual([]);
});

/** Opens a form whose edit the backend answered with 412 and a conflicting version. */
async function openConflict(theirs: string) {
  await using owned = new AsyncDisposableStack();
  const current = { _id: 'p', etag: '"2"', version: 2, ...post(theirs) };
  const moved = problem(412, 'version_mismatch', { current, isKnown: true, made: [] });
  const backend = owned.use(await openOwnBackend(() => moved));
  owned.use(await openForms());
  const form = owned.use(await openForm('mine', published('p', 'one')));
  await form.press();
  const progress = form.button.progress.get();
  if (progress.kind !== 'decide') throw new Error(`The author is told ${progress.kind}.`);
  backend.reply = ({ body }) => json({ ...current, ...JSON.parse(body), etag: '"3"', version: 3 });
  const opened = owned.move();
  return { backend, form, decision: progress.decision, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

test('the text of a conflict resolved to edit further is sent only at the next submit', async () => {
  await using conflict = await openConflict('theirs');
  const { backend, form, decision } = conflict;
  await form.button.decide(decision, post('mine and theirs'), 'edit');
  expect([form.told(), form.text.shown.get()]).toMatchObject(['writing', { post: post('mine and theirs') }]);
  expect(backend.received).toHaveLength(1);
  await form.press();
  expect(form.told()).toBe('taken');
  expect(JSON.parse(backend.received.at(-1)?.body ?? '')).toEqual(post('mine and theirs'));
});

test('saving a resolved conflict also saves text typed since the conflict began', async () => {
  await using conflict = await openConflict('theirs\n\ntwo');
  const { backend, form, decision } = conflict;
  form.button.putOff();
  form.text.change({ content: 'mine\n\nthree' });
  await form.press();
  expect(form.button.progress.get()).toMatchObject({ kind: 'decide', decision: { mine: post('mine') } });
  await form.button.decide(decision, post('mine and theirs'), 'save');
  expect(form.told()).toBe('taken');
  expect(JSON.parse(backend.received.at(-1)?.body ?? '')).toEqual(post('mine and theirs\n\nthree'));
});

test('a form that another tab took over can neither submit nor resolve a conflict', async () => {
  await using conflict = await openConflict('theirs');
  const { backend, form, decision } = conflict;
  await form.text.giveUp();
  await form.button.decide(decision, post('theirs'), 'save');
  await form.press();
  expect(backend.received).toHaveLength(1);
  expect(form.text.shown.get().status).toBe('taken over');
  expect(form.told()).toBe('writing');
  expect((await form.record())?.hold?.kind).toBe('conflict');
});

test('a form that is taken over while its pictures are prepared submits nothing', async () => {
  await using backend = await openOwnBackend(() => made);
  await using _ = await openForms();
  using form = await openForm('whole');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let isPreparing = true;
  const pressed = form.button.press([{ isPreparing: () => isPreparing, settled: () => promise }]);
  await form.text.giveUp();
  isPreparing = false;
  resolve(true);
  await pressed;
  expect(await backend.settled()).toEqual([]);
  expect([form.told(), form.text.shown.get().status]).toEqual(['writing', 'taken over']);
});

test.each([401, 422])('pressing the button resends an unchanged edit that the backend refused (%d)', async (code) => {
  await using backend = await openOwnBackend(() => status(code));
  await using _ = await openForms();
  const { applyEvent } = await loadForms();
  await applyEvent('p', { kind: 'submitted', ...typed('mine', 'one') }, published('p', 'one'));
  using form = await openForm('', published('p', 'one'));
  await form.press();
  expect(form.told()).toBe(code === 401 ? 'login expired' : 'refused');
  const { length } = backend.received;
  backend.reply = () => json({ _id: 'p', etag: '"2"', version: 2, ...post('mine') });
  await form.press();
  expect(form.told()).toBe('taken');
  expect(backend.received).toHaveLength(length + 1);
});

test('if the database hangs after a submit, the form soon says that the post waits', async () => {
  await using _ = await openOwnBackend(() => 'hang');
  await using forms = await openForms();
  const { timeouts } = await loadForms();
  using __ = replace(timeouts, { submitTimeoutMs: 20, databaseTimeoutMs: 20 });
  using form = await openForm('whole');
  const pressed = form.press();
  await eventually(async () => expect((await form.record())?.unanswered).toHaveLength(1));
  using ___ = await forms.faults.hang();
  await pressed;
  expect(form.told()).toBe('waiting');
});

test('without a login, the form reports a lost answer; a new submit resends the post', async () => {
  await using backend = await openOwnBackend(() => 'drop');
  await using _ = await openForms(null);
  using form = await openForm('whole', unpublished('a', null), null);
  await form.press();
  expect(form.told()).toBe('unanswered');
  backend.reply = () => made;
  await form.press();
  expect([form.told(), form.ends]).toEqual(['taken', ['taken']]);
  expect(keysOf(backend)).toEqual(['a', 'a']);
});

test('without a login, a reopened form warns before it resends an unanswered post', async () => {
  await using backend = await openForeignBackend(() => 'drop');
  await using _ = await openForms(null);
  {
    using form = await openForm('whole', unpublished('a', null), null);
    await form.press();
    expect(form.told()).toBe('in doubt');
    form.form.close();
    await form.text.settled();
  }
  using form = await openForm('', unpublished('a', null), null);
  await form.press();
  expect(form.told()).toBe('in doubt');
  expect(backend.received).toHaveLength(1);
  backend.reply = () => status(201);
  await form.press();
  expect(form.told()).toBe('taken');
});
