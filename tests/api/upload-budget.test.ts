import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { longestPostBody } from '../../src/server/http/json-body.ts';
import { createUploadBudget } from '../../src/server/http/upload-budget.ts';
import { publishUnderKey, registerWriter, type Writer } from './support/load.ts';
import { stores } from './support/stores.ts';
import { testOn } from './support/test-on.ts';

const test = testOn(stores);

/** Uploads the longest post except its last byte. */
function holdUpload(origin: string, { token }: Writer): Socket & Disposable {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => socket.destroy());
  socket.write(
    `POST ${callPaths.posts} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
      `Authorization: Bearer ${token}\r\nContent-Length: ${longestPostBody}\r\n\r\n`,
  );
  socket.write(Buffer.alloc(longestPostBody - 1, ' '));
  return Object.assign(socket, { [Symbol.dispose]: () => void socket.destroy() });
}

test('an author can publish while others fill the upload budget with unfinished posts', async ({ server }) => {
  using owned = new DisposableStack();
  const refused: string[] = [];
  const author = await registerWriter(server.origin, 'author');
  for (let number = 0; number < 6; number++) {
    const holder = await registerWriter(server.origin, `holder${number}`);
    for (let post = 0; post < 2; post++) {
      const socket = owned.use(holdUpload(server.origin, holder));
      socket.on('data', (answer) => refused.push(answer.toString('latin1', 9, 12)));
    }
  }
  // The budget has no room for the last of these uploads.
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  const content = 'a'.repeat(900_000);
  for (let post = 0; post < 8; post++) {
    const published = await publishUnderKey(server.origin, author, { key: `${post}`, title: '' }, undefined, content);
    expect(published.status).toBe(201);
  }
  expect(new Set(refused)).toEqual(new Set(['503']));
});

it('the upload budget makes room by ending the upload with the largest bytes × age', () => {
  const open = createUploadBudget({ ofAuthor: 100, ofAll: 100 });
  using first = open('ada');
  first.charge(60);
  using second = open('bob');
  second.charge(30);
  using third = open('cyd');
  third.charge(20);
  expect([first, second, third].map(({ signal }) => signal.aborted)).toEqual([true, false, false]);
  expect(first.signal.reason).toMatchObject({ code: 'busy' });
  expect(() => first.charge(1)).toThrow('busy');
  expect(() => first.complete()).toThrow('busy');
  // The first upload has ended, so its bytes are free again.
  third.charge(50);
  expect(second.signal.aborted).toBe(false);
});

it('a complete upload is never ended to make room for another', () => {
  const open = createUploadBudget({ ofAuthor: 100, ofAll: 100 });
  using first = open('ada');
  first.charge(90);
  first.complete();
  using second = open('bob');
  expect(() => second.charge(20)).toThrow('busy');
  expect(first.signal.aborted).toBe(false);
  second.charge(10);
});
