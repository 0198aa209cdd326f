import { expect, test } from 'vitest';
import type { StoredPage } from '../../src/reading/store/stored-page.ts';
import { openForeignBackend, openOwnBackend, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { draftOf, post, publishedAs, putRecords, waitingOf } from './support/writing.ts';

test('drafts and what waits of the author are in the file, under the ids that they are published by', async () => {
  using _ = catchErrors();
  await using __ = openDevice({ token: 'abc', userId: '42' });
  await using ___ = await openOwnBackend(() => status(503));
  const { gatherWriting, nothingGathered } = await import('../../src/writing/take-along/gather-writing.ts');
  await putRecords(
    draftOf('new'),
    draftOf('edit', post('Edited'), publishedAs('p', post('Said'))),
    waitingOf('waits'),
    draftOf('hers', post('Hers'), { userId: '43' }),
  );
  const gathered = nothingGathered();
  const author = { userId: '42', token: 'abc', email: undefined, name: undefined };
  const written: string[] = [];
  for await (const { input } of gatherWriting(author, gathered, new AbortController().signal))
    if (typeof input === 'string') written.push(input);
  expect(gathered.files).toMatchObject({ drafts: 2, waiting: 1 });
  for (const id of ['new', 'edit', 'waits']) expect(written.join('\n')).toContain(`id: "${id}"`);
});

test('a file made without a connection says when its posts were last had from the server', async () => {
  using _ = catchErrors();
  await using __ = openDevice({ token: 'abc', userId: '42' });
  await using ___ = await openOwnBackend(() => 'drop');
  const { changeReading, keys } = await import('../../src/reading/store/reading-database.ts');
  const { callUrl } = await import('../../src/device/calls/host.ts');
  const { gatherWriting, missingInWords, nothingGathered } = await import(
    '../../src/writing/take-along/gather-writing.ts'
  );
  const author = { userId: '42', token: 'abc', email: undefined, name: undefined };
  const said = async () => {
    const gathered = nothingGathered();
    for await (const _file of gatherWriting(author, gathered, new AbortController().signal));
    return missingInWords(gathered.missing);
  };
  expect(await said()).toEqual([
    'Made without a connection: your posts are as this device last had them from the server. Posts that it does not have are missing.',
  ]);
  const putPage = (page: Pick<StoredPage, 'url' | 'next' | 'answeredAt'>) =>
    changeReading(async (store) => store.put(keys.page(page.url), { ids: [], call: 1, size: 2, ...page }));
  const answeredAt = new Date(2026, 10, 22, 9, 5).getTime();
  const url = callUrl('/blog/users/42/posts');
  await putPage({ url, answeredAt });
  expect(await said()).toEqual([
    'Made without a connection: your posts are as this device last had them from the server on 22 November 2026 at 09:05.',
  ]);
  // A page further down that is older tells how old the posts may be; one without a date, that nobody knows.
  const second = `${url}?page=2`;
  await putPage({ url, next: second, answeredAt });
  const dayBefore = new Date(2026, 10, 21, 9, 5).getTime();
  await putPage({ url: second, answeredAt: dayBefore });
  expect((await said())[0]).toMatch(/from the server on 21 November 2026 at 09:05\.$/);
  await putPage({ url: second });
  expect((await said())[0]).toMatch(/as this device last had them from the server\.$/);
});

test('a file for which the server did not list the posts says that, and not that there was no connection', async () => {
  using _ = catchErrors();
  await using __ = openDevice({ token: 'abc', userId: '42' });
  await using ___ = await openForeignBackend(() => status(500));
  const { gatherWriting, missingInWords, nothingGathered } = await import(
    '../../src/writing/take-along/gather-writing.ts'
  );
  const author = { userId: '42', token: 'abc', email: undefined, name: undefined };
  const gathered = nothingGathered();
  for await (const _file of gatherWriting(author, gathered, new AbortController().signal));
  expect(missingInWords(gathered.missing)).toEqual([
    'The server did not list all your posts: the others are as this device last had them from it. Posts that it does not have are missing.',
  ]);
});
