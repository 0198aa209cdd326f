import { expect, test } from 'vitest';
import { json, openOwnBackend, status } from './support/backend.ts';
import { eventually } from './support/eventually.ts';
import { loadForms, openEdit, openForms, post, published, shownDrafts, typed, unpublished } from './support/forms.ts';
import { replace } from './support/global.ts';

const stored = (content: string, version = 1) => ({ _id: 'p', version, etag: `"${version}"`, ...post(content) });

/** Stores a draft of the post `p` with the content `mine`. */
async function putDraft() {
  const { applyEvent } = await loadForms();
  await applyEvent('p', { kind: 'typed', ...typed('mine', 'one') }, published('p', 'one'));
}

/** The earlier version `zero`, which the author restores as an edit of the newest version `two`. */
const bringBack = { post: post('zero'), base: { etag: '"2"', number: 2, text: post('two') } };

test("opens a post's draft offline, even if two stored records belong to the post", async () => {
  await using _ = await openOwnBackend(() => 'drop');
  await using __ = await openForms();
  const { applyEvent } = await loadForms();
  await applyEvent('a', { kind: 'submitted', ...typed('one') }, unpublished('a'));
  const due = await applyEvent('a', { kind: 'due' });
  await putDraft();
  await applyEvent('a', { kind: 'done', key: due?.record.pending?.key ?? '', etag: '"1"', number: 1, postId: 'p' });
  using page = await openEdit();
  await page.isNow('form');
  expect(page.content()).toBe('mine');
});

test.each([
  [status(404), { kind: 'unread', isGone: true }],
  ['drop', { kind: 'unread', isGone: false }],
  [json({ _id: 'p', ...post('one') }), { kind: 'not editable' }],
] as const)('reports why a post cannot be edited (%j)', async (reply, state) => {
  await using _ = await openOwnBackend(() => reply);
  await using __ = await openForms();
  using page = await openEdit();
  await eventually(() => expect(page.state()).toEqual(state));
});

test("does not open another author's post for editing", async () => {
  await using _ = await openOwnBackend(() => json({ ...stored('one'), author: { email: 'ada@example.org' } }));
  await using __ = await openForms();
  const { profile } = await import('../../src/session/profile.ts');
  profile.set({ email: 'bob@example.org', name: 'Bob' } as never);
  using page = await openEdit();
  await page.isNow('not own');
});

test('a form that was left without changes opens again with the newest version', async () => {
  await using backend = await openOwnBackend(() => json(stored('one')));
  await using _ = await openForms();
  {
    using page = await openEdit();
    await page.isNow('form');
  }
  backend.reply = () => json(stored('two', 2));
  using page = await openEdit();
  await page.isNow('form');
  await eventually(() => expect(page.content()).toBe('two'));
});

/** Opens an earlier version while the database fails, so the app cannot store the draft `mine` as a separate draft. */
async function openEarlierVersion() {
  await using owned = new AsyncDisposableStack();
  owned.use(await openOwnBackend(() => json(stored('two', 2))));
  const { faults } = owned.use(await openForms());
  const { timeouts } = await loadForms();
  owned.use(replace(timeouts, { maxRetryMs: 50 }));
  await putDraft();
  faults.failureOf = () => 'UnknownError';
  const page = owned.use(await openEdit(bringBack));
  await page.isNow('form');
  await eventually(() => expect(console.error).toHaveBeenCalled());
  const opened = owned.move();
  return { faults, text: page.text, content: page.content, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

test('opens an earlier version only after the current draft is stored separately', async () => {
  await using page = await openEarlierVersion();
  expect(page.content()).toBe('mine');
  page.faults.failureOf = () => undefined;
  await eventually(() => expect(page.content()).toBe('zero'));
  await page.text()?.flush();
  expect(await shownDrafts()).toEqual(['mine', 'zero']);
});

test('an earlier version does not replace text typed while the database fails', async () => {
  await using page = await openEarlierVersion();
  page.text()?.change({ content: 'mine, too' });
  page.faults.failureOf = () => undefined;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(page.content()).toBe('mine, too');
});

test('an earlier version does not replace text typed while that version opens', async () => {
  await using _ = await openOwnBackend(() => json(stored('two', 2)));
  await using forms = await openForms();
  await putDraft();
  using page = await openEdit(bringBack);
  let isTyped = false;
  forms.faults.failureOf = () => {
    if (!isTyped) page.text()?.change({ content: 'mine, too' });
    isTyped ||= page.text() !== undefined;
    return undefined;
  };
  await page.isNow('form');
  await eventually(() => expect(isTyped).toBe(true));
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(page.content()).toBe('mine, too');
});

test('after the draft is discarded, the form opens again with the published post', async () => {
  await using _ = await openOwnBackend(() => json(stored('one')));
  await using __ = await openForms();
  const { applyEvent } = await loadForms();
  await putDraft();
  const page = await openEdit();
  await page.isNow('form');
  await applyEvent('p', { kind: 'discarded' });
  page[Symbol.dispose]();
  using again = await openEdit();
  await again.isNow('form');
  expect(again.content()).toBe('one');
});

/** Stores an edit that conflicts with a change made elsewhere. The contents of all three versions end with `end`. */
async function putConflict(end = '') {
  const { applyEvent } = await loadForms();
  const [one, mine, theirs] = [`one${end}`, `mine${end}`, `theirs${end}`];
  await applyEvent('p', { kind: 'submitted', ...typed(mine, one) }, published('p', one));
  const due = await applyEvent('p', { kind: 'due' });
  const key = due?.record.pending?.key ?? '';
  const current = { etag: '"2"', number: 2, text: post(theirs) };
  await applyEvent('p', { kind: 'version mismatch', key, current, isKnown: true, made: [] });
  return { ancestor: post(one), mine: post(mine), theirs: post(theirs), on: '"2"' };
}

test('the form opens after a conflict is resolved; a second decision has no effect', async () => {
  await using _ = await openOwnBackend(() => 'drop');
  await using __ = await openForms();
  const { decideConflict, readShown } = await loadForms();
  const texts = await putConflict();
  using page = await openEdit();
  await page.isNow('conflict');
  const state = page.state();
  if (state.kind !== 'conflict') throw new Error(state.kind);
  expect(state.texts).toMatchObject(texts);
  await decideConflict(state.id, state.texts, post('both'), 'edit');
  await page.isNow('form');
  await eventually(() => expect(page.content()).toBe('both'));
  // A second decision, for example from another tab, has no effect.
  await decideConflict(state.id, state.texts, post('other'), 'edit');
  expect((await readShown('42')).map(({ record }) => record.draft?.text)).toEqual([post('both')]);
});

test('resolving a conflict for further editing stores a draft, and sends nothing', async () => {
  await using _ = await openForms();
  const { decideConflict, hearWriting, readPostRecord } = await loadForms();
  const texts = await putConflict();
  const news: { isDue: boolean }[] = [];
  using __ = { [Symbol.dispose]: hearWriting((each) => void news.push(each)) };
  await decideConflict('p', texts, post('both'), 'edit');
  await eventually(() => expect(news).not.toEqual([]));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(news.filter(({ isDue }) => isDue)).toEqual([]);
  expect(await readPostRecord('p')).toMatchObject({ draft: { text: post('both'), from: post('theirs') } });
});

test("resolving a conflict merges the open form's text, and the form stops saving", async () => {
  await using _ = await openForms();
  const { decideConflict, holdRecord, readPostRecord, shownForm } = await loadForms();
  const texts = await putConflict('\n\ntwo');
  const held = await holdRecord('p');
  const form = shownForm();
  const text = held && form.put(held, '42');
  text?.change({ content: 'mine\n\nTWO' });
  await decideConflict('p', texts, post('theirs\n\ntwo'), 'save');
  expect(text?.shown.get()).toMatchObject({ post: post('mine\n\nTWO'), status: 'taken over' });
  text?.change({ content: 'mine\n\nTWO!' });
  await text?.flush();
  const draft = { text: post('theirs\n\nTWO'), from: post('theirs\n\ntwo') };
  expect(await readPostRecord('p')).toMatchObject({ draft });
  form.close();
});

test('a form taken over by a resolved conflict shows the merge after "Edit here"', async () => {
  await using _ = await openOwnBackend(() => 'drop');
  await using __ = await openForms();
  const { decideConflict, applyEvent } = await loadForms();
  const texts = await putConflict('\n\ntwo');
  await applyEvent('p', { kind: 'typed', ...typed('mine\n\nTWO', 'mine\n\ntwo', 2) });
  using page = await openEdit();
  await page.isNow('form');
  await decideConflict('p', texts, post('theirs\n\ntwo'), 'save');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(page.text()?.shown.get().status).toBe('taken over');
  await page.editHere();
  expect(page.text()?.shown.get()).toMatchObject({ post: post('theirs\n\nTWO'), status: 'saved' });
});
