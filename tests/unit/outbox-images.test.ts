import { expect, test } from 'vitest';
import { imagePrefixes, markUploaded, readStoredImages, storeImage } from '../../src/data/images/stored-images.ts';
import type { OutboxEntry } from '../../src/data/outbox/outbox-entry.ts';
import { putEntry, readOutbox, withdrawEntry } from '../../src/data/outbox/outbox-store.ts';
import { sendOutbox } from '../../src/data/outbox/send-outbox.ts';
import type { ImageOutcome, Transport } from '../../src/data/outbox/transport.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { fakeImage } from './support/images.ts';
import { openLocks } from './support/locks.ts';
import { entryOf, modelOf } from './support/outbox.ts';
import { openRecordFaults } from './support/record-faults.ts';

const userId = '42';
const dayMs = 24 * 60 * 60 * 1000;
const pictures = ['first', 'second', 'third'].map(fakeImage);
const names = pictures.map(({ name }) => name);

const withPictures = (title: string, part: Partial<OutboxEntry> = {}): OutboxEntry => {
  const content = pictures.map(({ address }) => `![](${address})`).join('\n\n');
  return entryOf(title, { work: { kind: 'publish', post: { title, imgUrl: '', content } }, ...part });
};

async function storePictures(): Promise<void> {
  for (const { name, bytes } of pictures) await storeImage(name, bytes);
}

const stored = async () => (await readStoredImages()).map(({ name }) => name);
const states = async () => (await readOutbox()).map(({ state }) => state);

/** A backend that has what it was sent, in the order in which it came. */
function backendOf(
  answerImage: (name: string) => ImageOutcome | Promise<ImageOutcome> = () => ({ kind: 'taken' }),
  hasImage?: (name: string) => boolean,
) {
  const order: string[] = [];
  const model = modelOf(
    (entry) => {
      order.push(entry.work.post.title);
      return { kind: 'taken' };
    },
    {
      knowsKeys: true,
      ...(hasImage && { hasImage }),
      answerImage: (name) => {
        order.push(name);
        return answerImage(name);
      },
    },
  );
  return { model, order };
}

test('The pictures of a post go before it, in their order, and leave the device with it', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  await storePictures();
  await putEntry(withPictures('Post'));
  const { model, order } = backendOf();
  await sendOutbox({ userId, transport: model, scope: 'all' });
  expect(order).toEqual([...names, 'Post']);
  expect(await readOutbox()).toEqual([]);
  expect(await stored()).toEqual([]);
});

test('A broken upload goes on with the picture that it broke off at', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  await storePictures();
  await putEntry(withPictures('Post'));
  const lost = backendOf((name) => (name === names[1] ? { kind: 'unanswered', holdFor: 0 } : { kind: 'taken' }));
  await sendOutbox({ userId, transport: lost.model, scope: 'all' });
  expect(lost.order).toEqual([names[0], names[1]]);
  expect(await readOutbox()).toMatchObject([{ state: { name: 'waiting' }, tries: 1, isInDoubt: false }]);
  const later = backendOf();
  await sendOutbox({ userId, transport: later.model, scope: 'all' });
  expect(later.order).toEqual([names[1], names[2], 'Post']);
  expect(await stored()).toEqual([]);
});

test('After a kill between the pictures and the post, only the post is left to send', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  await storePictures();
  for (const name of names) await markUploaded(name, Date.now());
  await putEntry(withPictures('Post', { state: { name: 'sending' }, isInDoubt: true }));
  const { model, order } = backendOf();
  await sendOutbox({ userId, transport: model, scope: 'all' });
  expect(order).toEqual(['Post']);
  expect(await stored()).toEqual([]);
});

test('A picture that was uploaded, and that the backend has no more, goes once more', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  await storePictures();
  for (const name of names) await markUploaded(name, Date.now());
  await putEntry(withPictures('Post'));
  const { model, order } = backendOf(undefined, (name) => name !== names[1]);
  await sendOutbox({ userId, transport: model, scope: 'all' });
  expect(order).toEqual([names[1], 'Post']);
});

test('A picture that was uploaded two days ago, and that the backend still has, is not sent again', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  await storePictures();
  for (const name of names) await markUploaded(name, Date.now() - 2 * dayMs);
  await putEntry(withPictures('Post'));
  const { model, order } = backendOf();
  await sendOutbox({ userId, transport: model, scope: 'all' });
  expect(order).toEqual(['Post']);
});

test('A picture that the backend may be about to remove goes once more', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  await storePictures();
  const [first = '', second = '', third = ''] = names;
  await markUploaded(first, Date.now() - 7 * dayMs);
  await markUploaded(second, Date.now());
  // By a clock that was ahead.
  await markUploaded(third, Date.now() + 7 * dayMs);
  await putEntry(withPictures('Post'));
  const { model, order } = backendOf();
  await sendOutbox({ userId, transport: model, scope: 'all' });
  expect(order).toEqual([first, third, 'Post']);
});

test('After days of sleep between a picture and its post, the picture goes once more before the post', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  await storePictures();
  await putEntry(withPictures('Post'));
  let time = Date.now();
  const { model, order } = backendOf((name) => {
    if (order.length === names.length && name === names.at(-1)) time += 9 * dayMs;
    return { kind: 'taken' };
  });
  const send = () => sendOutbox({ userId, transport: model, scope: 'all', now: () => time });
  await send();
  expect(order).toEqual(names);
  expect(await readOutbox()).toMatchObject([{ state: { name: 'waiting' } }]);
  time += dayMs;
  await send();
  expect(order).toEqual([...names, ...names, 'Post']);
  expect(await readOutbox()).toEqual([]);
  expect(await stored()).toEqual([]);
});

test('After days of sleep between a call and its answer, pictures that are gone go once more', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  await storePictures();
  await putEntry(withPictures('Post'));
  let time = Date.now();
  const { model, order } = backendOf();
  const slow: Transport = {
    ...model,
    async send(entry) {
      const outcome = await model.send(entry);
      if (model.calls.length === 1) time += 9 * dayMs;
      return outcome;
    },
  };
  const send = () => sendOutbox({ userId, transport: slow, scope: 'all', now: () => time });
  await send();
  expect(await readOutbox()).toMatchObject([{ state: { name: 'waiting' }, isInDoubt: true }]);
  expect(await stored()).toHaveLength(names.length);
  time += dayMs;
  await send();
  expect(order).toEqual([...names, 'Post', ...names, 'Post']);
  expect(model.stored).toEqual(['Post']);
  expect(await stored()).toEqual([]);
});

test('A foreign backend, which has no pictures, is heard after days of sleep', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  await putEntry(entryOf('Post'));
  let time = Date.now();
  const model = modelOf(() => {
    time += 9 * dayMs;
    return { kind: 'taken' };
  });
  await sendOutbox({ userId, transport: model, scope: 'all', now: () => time });
  expect(await readOutbox()).toEqual([]);
});

test('A Retry-After to a picture holds its post, and no other', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  await storePictures();
  await putEntry(withPictures('Post'));
  await putEntry(entryOf('Other', { confirmedAt: 2 }));
  const { model } = backendOf(() => ({ kind: 'unanswered', holdFor: 60_000 }));
  await sendOutbox({ userId, transport: model, scope: 'all', now: () => 1_000 });
  expect(await states()).toMatchObject([{ name: 'waiting', heldUntil: 61_000 }]);
  expect(model.stored).toEqual(['Other']);
  await sendOutbox({ userId, transport: model, scope: 'all', now: () => 60_000 });
  expect(model.images).toHaveLength(1);
});

test('On a device too full to note an upload, the post goes all the same', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  using ___ = catchErrors();
  using faults = openRecordFaults();
  await storePictures();
  await putEntry(withPictures('Post'));
  faults.hasRoomFor = (_record, key) => !key.startsWith(imagePrefixes.facts);
  const { model, order } = backendOf();
  await sendOutbox({ userId, transport: model, scope: 'all' });
  expect(order).toEqual([...names, 'Post']);
  expect(await readOutbox()).toEqual([]);
});

test('A refused picture refuses its post, says which it was, and nothing is lost', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  await storePictures();
  await putEntry(withPictures('Post'));
  const image = names[1] ?? '';
  const { model } = backendOf((name) => (name === image ? { kind: 'refused', status: 413, image } : { kind: 'taken' }));
  const outcomes = await sendOutbox({ userId, transport: model, scope: 'all' });
  expect([...outcomes.values()]).toEqual([{ kind: 'refused', status: 413, image }]);
  expect(await states()).toEqual([{ name: 'refused', status: 413, image }]);
  expect(model.calls).toEqual([]);
  expect(await stored()).toEqual(expect.arrayContaining(names));
});

test('A picture that needs a login makes its post wait for one', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  await storePictures();
  await putEntry(withPictures('Post'));
  const { model } = backendOf(() => ({ kind: 'not let in', status: 401 }));
  await sendOutbox({ userId, transport: model, scope: 'all' });
  expect(await states()).toEqual([{ name: 'needs login' }]);
});

test('A post can be taken out while its pictures are uploaded, and is not sent then', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  await storePictures();
  const entry = withPictures('Post');
  await putEntry(entry);
  const { model } = backendOf(async () => {
    await withdrawEntry(entry.id, () => ({}));
    return { kind: 'taken' };
  });
  await sendOutbox({ userId, transport: model, scope: 'all' });
  expect(model.calls).toEqual([]);
  expect(await readOutbox()).toEqual([]);
});

test('An edit takes its pictures along, those of the post before it aside', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  const [added] = pictures;
  await storeImage(added?.name ?? '', added?.bytes ?? new ArrayBuffer());
  const texts = { title: 'Post', imgUrl: pictures[1]?.address ?? '', content: '' };
  const work = {
    kind: 'edit',
    postId: '7',
    base: { version: 1, etag: '"1"', texts },
    post: { ...texts, content: `![](${added?.address})` },
  } as const;
  await putEntry(entryOf('Edit', { id: 'edit-1', work }));
  const edited = { _id: '7', ...work.post, version: 2 } as never;
  const model = modelOf(() => ({ kind: 'edited', post: edited }), { knowsKeys: true });
  await sendOutbox({ userId, transport: model, scope: 'all' });
  expect(model.images).toEqual([names[0]]);
  expect(model.calls).toEqual(['edit-1']);
  expect(await stored()).toEqual([]);
});

test('Pictures that two posts name are sent once, and stay until both have arrived', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  using ___ = catchErrors();
  await storePictures();
  await putEntry(withPictures('First'));
  await putEntry(withPictures('Second', { confirmedAt: 2 }));
  let posts = 0;
  const model = modelOf(
    () => {
      posts += 1;
      return posts === 1 ? { kind: 'taken' } : { kind: 'unanswered', holdFor: 0 };
    },
    { knowsKeys: true },
  );
  await sendOutbox({ userId, transport: model, scope: 'all' });
  expect(model.images).toEqual(names);
  expect(await stored()).toEqual(expect.arrayContaining(names));
  const again = backendOf();
  await sendOutbox({ userId, transport: again.model, scope: 'all' });
  expect(again.order).toEqual(['Second']);
  expect(await stored()).toEqual([]);
});

test('A foreign backend is sent no pictures', async () => {
  await using _ = openDevice();
  using __ = openLocks();
  await storePictures();
  await putEntry(withPictures('Post'));
  const model = modelOf();
  await sendOutbox({ userId, transport: model, scope: 'all' });
  expect(model.images).toEqual([]);
  expect(model.calls).toHaveLength(1);
});
