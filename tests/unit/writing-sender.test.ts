import { expect, test, vi } from 'vitest';
import { newRecord } from '../../src/writing/record/post-record.ts';
import { stateOf } from '../../src/writing/record/record-state.ts';
import { fakeImage } from './support/images.ts';
import { openRecordFaults } from './support/record-faults.ts';
import { openPages, text } from './support/writing-pages.ts';

const second = 1_000;

/** Stores a picture in the database. Returns its name, and the Markdown that shows it. */
async function storePicture(words: string) {
  const { storeImage } = await import('../../src/writing/pictures/stored-images.ts');
  const { name, address, bytes } = fakeImage(words);
  await storeImage(name, bytes);
  return { name, text: `![](${address})` };
}

test('two tabs send each waiting post once, the oldest first', async () => {
  await using pages = await openPages();
  await pages.publish('b', 'first');
  await pages.publish('a', 'second');
  pages.openTab().sendNow();
  pages.openTab().sendNow();
  await pages.pass(second);
  expect(pages.contents()).toEqual(['first', 'second']);
  expect(pages.server.requests).toHaveLength(2);
  expect(stateOf(await pages.read('a'))).toEqual({ kind: 'done' });
});

test('after a draft is stored, the sender reads no records and sends nothing', async () => {
  await using pages = await openPages();
  pages.openTab();
  using reads = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  const typed = { text: text('one'), rev: 1, form: 'f' };
  await pages.putFormDraft(() => ({ start: newRecord('a', 'ada'), typed }));
  await pages.pass(second);
  expect(reads).not.toHaveBeenCalled();
  expect(pages.server.requests).toEqual([]);
});

test('a 413 after several 503s resets the backoff of the sender', async () => {
  await using pages = await openPages();
  using _ = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { server } = pages;
  server.fateOf = () => ({ status: server.requests.length === 4 ? 413 : 503 });
  pages.openTab();
  await pages.publish('a', 'one');
  await pages.pass(15 * second);
  expect(stateOf(await pages.read('a'))).toMatchObject({ kind: 'refused', status: 413 });
  const from = server.requests.length;
  await pages.publish('b', 'two');
  await pages.pass(3 * second);
  expect(server.requests.length - from).toBe(2);
});

test('attempts continue without a network, and do not lengthen the backoff', async () => {
  await using pages = await openPages();
  using onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  pages.server.fateOf = () => 'lost';
  pages.openTab();
  await pages.publish('a', 'one');
  await pages.pass(20 * 60 * second, 500);
  const offline = pages.server.requests.length;
  expect(offline).toBeGreaterThan(30);
  onLine.mockReturnValue(true);
  pages.server.fateOf = () => (pages.server.requests.length === offline + 1 ? 'lost' : 'answered');
  dispatchEvent(new Event('online'));
  await pages.pass(4 * second);
  expect(pages.contents()).toEqual(['one']);
});

test.each<[string, () => void | Promise<void>]>([
  ['the network is back', () => void dispatchEvent(new Event('online'))],
  ['the page becomes visible', () => void document.dispatchEvent(new Event('visibilitychange'))],
  [
    'another call of the app gets an answer',
    async () => (await import('../../src/device/calls/connection.ts')).connection.set('reachable'),
  ],
])('the sender sends a waiting post at once when %s', async (_, happens) => {
  // Fixes the pauses, so that no attempt is under way at the event: the sender would wait for the attempt.
  using _chance = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  await using pages = await openPages();
  pages.server.fateOf = () => 'lost';
  pages.openTab();
  await pages.publish('a', 'one');
  await pages.pass(60 * second, 250);
  pages.server.fateOf = () => 'answered';
  await happens();
  await pages.pass(200);
  expect(pages.contents()).toEqual(['one']);
});

test('the sender waits as long as Retry-After demands, even if the network returns', async () => {
  await using pages = await openPages();
  pages.server.fateOf = () =>
    pages.server.requests.length <= 2 ? { status: 429, headers: { 'Retry-After': '60' } } : 'answered';
  const tab = pages.openTab();
  await pages.publish('a', 'one');
  await pages.publish('b', 'two');
  await pages.pass(30 * second, 250);
  dispatchEvent(new Event('online'));
  void tab.sendNow();
  await pages.pass(29 * second, 250);
  expect(pages.server.requests).toHaveLength(2);
  await pages.pass(2 * second);
  expect(pages.contents()).toEqual(['one', 'two']);
});

test.each([{ status: 503 }, 'lost', 'unheard'] as const)(
  'after a call without an answer (%j), posts are still published in order',
  async (fate) => {
    await using pages = await openPages();
    const { server } = pages;
    server.fateOf = () => (server.requests.length === 1 ? fate : 'answered');
    for (const id of ['a', 'b', 'c']) await pages.publish(id, id);
    pages.openTab().sendNow();
    await pages.pass(20 * second);
    expect(pages.contents()).toEqual(['a', 'b', 'c']);
  },
);

test('in the worker, a post that gets a 503 with Retry-After blocks no other posts', async () => {
  await using pages = await openPages();
  pages.server.fateOf = ({ body }) =>
    body.includes('"a"') ? { status: 503, headers: { 'Retry-After': '5' } } : 'answered';
  for (const id of ['a', 'b', 'c']) await pages.publish(id, id);
  const sending = pages.sendInWorker();
  await pages.pass(second);
  expect(await sending).toMatchObject({ kind: 'no answer', holdMs: 5_000 });
  expect(pages.contents()).toEqual(['b', 'c']);
});

test.each([
  { hasKeys: true, answer: { status: 503, headers: { 'Retry-After': '5' } }, seconds: 60 },
  { hasKeys: false, answer: { status: 502 }, seconds: 120 },
])('a post that always fails does not block other posts: %j', async ({ hasKeys, answer, seconds }) => {
  await using pages = await openPages({ hasKeys });
  const { server } = pages;
  server.fateOf = ({ method, body }) => (method === 'POST' && body.includes('"a"') ? answer : 'answered');
  for (const id of ['a', 'b', 'c']) await pages.publish(id, id);
  pages.openTab().sendNow();
  await pages.pass(seconds * second, 250);
  expect(pages.contents()).toEqual(['b', 'c']);
});

test('without any answers, the sender tries the first post twice, and one other post', async () => {
  await using pages = await openPages();
  const { server } = pages;
  server.fateOf = () => 'lost';
  for (const id of ['a', 'b', 'c', 'd']) await pages.publish(id, id);
  pages.openTab().sendNow();
  await pages.pass(second);
  expect(server.requests.map(({ body }) => JSON.parse(body).content)).toEqual(['a', 'a', 'b']);
  server.fateOf = () => 'answered';
  await pages.pass(3 * second);
  expect(pages.contents()).toEqual(['a', 'b', 'c', 'd']);
});

test('pauses after five calls for a post that another device edits each time', async () => {
  await using pages = await openPages();
  pages.openTab();
  await pages.publish('a', 'one\n\ntwo');
  await pages.pass(second);
  const { postId = '' } = await pages.read('a');
  pages.server.beforeArrival = () => pages.server.editElsewhere(postId, text(`one\n\n${pages.server.next()}`));
  await pages.edit('a', 'ONE\n\ntwo');
  await pages.pass(second);
  expect(pages.timesOf('PUT')).toHaveLength(5);
  pages.server.beforeArrival = () => undefined;
  await pages.pass(3 * second);
  expect(pages.contents()).toEqual([expect.stringContaining('ONE')]);
});

test('each confirmed write reaches the caches and every tab', async () => {
  await using pages = await openPages();
  const heard: unknown[] = [];
  const stop = pages.hearPostChanges((change) => heard.push(change));
  pages.openTab();
  await pages.publish('a', 'one');
  await pages.pass(second);
  await pages.edit('a', 'ONE');
  await pages.pass(second);
  await pages.applyEvent('a', { kind: 'deleted' });
  await pages.pass(second);
  stop();
  expect(heard).toEqual(pages.confirmed);
  expect(heard).toMatchObject([
    { kind: 'made', version: { text: text('one') } },
    { kind: 'changed', version: { text: text('ONE') }, post: { content: 'ONE' } },
    { kind: 'deleted', postId: (await pages.read('a')).postId ?? expect.any(String) },
  ]);
});

test('uploads each picture once, before the text that contains it', async () => {
  await using pages = await openPages();
  const [first, other] = [await storePicture('first'), await storePicture('other')];
  const { server } = pages;
  server.fateOf = ({ method }) => (method === 'POST' && server.requests.length === 3 ? 'lost' : 'answered');
  await pages.publish('a', `${first.text}\n${other.text}`);
  pages.openTab().sendNow();
  await pages.pass(5 * second);
  expect(server.requests.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'POST', 'HEAD', 'HEAD', 'POST']);
});

test.each([
  ['text', 'POST'],
  ['picture', 'PUT'],
])('after each 503 for a %s, the sender waits twice as long as before', async (_, method) => {
  await using pages = await openPages();
  using __ = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const picture = await storePicture('awaited');
  const { server } = pages;
  server.fateOf = () => (server.requests.length <= 3 ? { status: 503 } : 'answered');
  pages.openTab();
  // Uploads change no record. A changed record would make the tab send again at once, without a pause.
  await pages.publish('a', method === 'PUT' ? picture.text : 'one');
  await pages.pass(20 * second);
  const gaps = pages.timesOf(method).map((at, nth, all) => Math.round((at - (all[nth - 1] ?? 0)) / second));
  expect(gaps).toEqual([0, 2, 4, 8]);
  expect(pages.contents()).toHaveLength(1);
});

test('reports the name of a refused picture, and does not send the text with it', async () => {
  await using pages = await openPages();
  const picture = await storePicture('hostile');
  pages.server.fateOf = () => ({ status: 415 });
  await pages.publish('a', picture.text);
  pages.openTab().sendNow();
  await pages.pass(second);
  expect(stateOf(await pages.read('a'))).toEqual({ kind: 'refused', status: 415, image: picture.name });
  expect((await pages.read('a')).unanswered).toEqual([]);
  expect(pages.server.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1);
});

test('repeats a call whose answer took four days, if its text has pictures', async () => {
  await using pages = await openPages();
  const { address } = fakeImage('old');
  const { server } = pages;
  server.beforeArrival = () => {
    server.beforeArrival = () => undefined;
    vi.setSystemTime(Date.now() + 4 * 24 * 60 * 60 * second);
  };
  await pages.publish('a', `![](${address})`);
  pages.openTab().sendNow();
  await pages.pass(second);
  expect(stateOf(await pages.read('a'))).toMatchObject({ kind: 'waiting', mayBePublished: true });
  await pages.pass(4 * second);
  expect(pages.contents()).toHaveLength(1);
  expect(stateOf(await pages.read('a'))).toEqual({ kind: 'done' });
});

test('a login also sends a text whose 401 arrives only after the login', async () => {
  await using pages = await openPages();
  const { server } = pages;
  server.fateOf = () => (server.requests.length === 1 ? { status: 401 } : 'answered');
  const [tab, other] = [pages.openTab(), pages.openTab()];
  await pages.publish('a', 'one');
  void tab.sendNow();
  await pages.pass(10, 10);
  expect(server.requests).toHaveLength(1);
  pages.logIn({ userId: 'ada', token: 'new' });
  void other.sendAfterLogin();
  await pages.pass(second);
  expect(pages.contents()).toEqual(['one']);
});

test('after a 401 for its cookie, the worker sends nothing more and reports `no token`', async () => {
  await using pages = await openPages();
  pages.server.fateOf = () => ({ status: 401 });
  await pages.publish('a', 'one');
  await pages.publish('b', 'two');
  const sending = pages.sendInWorker();
  await pages.pass(second);
  expect(await sending).toEqual({ kind: 'no answer', why: 'no token', holdMs: 0 });
  expect(pages.server.requests).toHaveLength(1);
  expect(stateOf(await pages.read('a'))).toMatchObject({ kind: 'waiting' });
});

test('a record that exceeds the quota does not block other records', async () => {
  await using pages = await openPages();
  using faults = openRecordFaults();
  await pages.publish('a', 'one');
  await pages.publish('b', 'two');
  faults.hasRoomFor = (_record, at) => at !== 'post-record/a';
  pages.openTab().sendNow();
  await pages.pass(second);
  expect(pages.contents()).toEqual(['two']);
  faults.hasRoomFor = () => true;
  await pages.pass(4 * second);
  expect(pages.contents()).toEqual(['two', 'one']);
});

test('the sender reads the records again after a read that hung', async () => {
  await using pages = await openPages();
  await pages.publish('a', 'one');
  {
    using reads = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockReturnValue(new EventTarget() as IDBRequest);
    pages.openTab().sendNow();
    await pages.pass(second);
    expect(reads).toHaveBeenCalled();
  }
  await pages.pass(45 * second, 250);
  expect(pages.contents()).toEqual(['one']);
});
