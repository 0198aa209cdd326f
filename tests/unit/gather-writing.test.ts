import { expect, test } from 'vitest';
import type { Draft } from '../../src/data/drafts/drafts.ts';
import { openForeignBackend, openOwnBackend, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';

test('every draft of an edit is in the file, older ones too, and nothing of anybody else', async () => {
  using _ = catchErrors();
  await using __ = openDevice({ token: 'abc', userId: '42' });
  await using ___ = await openOwnBackend(() => status(503));
  const { saveDraft } = await import('../../src/data/drafts/drafts.ts');
  const { gatherWriting, nothingGathered } = await import('../../src/data/writing/gather-writing.ts');
  const base = { version: 1, etag: '"1"', texts: { title: 'Said', imgUrl: '', content: '' } };
  const edit = (id: string, userId: string, savedAt: number): Draft => ({
    version: 1,
    id: `edit-${id}`,
    userId,
    post: { title: id, imgUrl: '', content: '' },
    savedAt,
    origin: 'typed',
    edit: { postId: 'p', base },
  });
  for (const draft of [edit('older', '42', 1), edit('newer', '42', 2), edit('hers', '43', 3)]) await saveDraft(draft);
  const gathered = nothingGathered();
  const author = { userId: '42', token: 'abc', email: undefined, name: undefined };
  for await (const _file of gatherWriting(author, gathered, new AbortController().signal));
  expect(gathered.files.drafts).toBe(2);
});

test('a draft that may have been published carries the key it was sent under', async () => {
  using _ = catchErrors();
  await using __ = openDevice({ token: 'abc', userId: '42' });
  await using ___ = await openOwnBackend(() => status(503));
  const { saveDraft } = await import('../../src/data/drafts/drafts.ts');
  const { gatherWriting, nothingGathered } = await import('../../src/data/writing/gather-writing.ts');
  const post = { title: 'Sent', imgUrl: '', content: '' };
  const draft: Draft = { version: 1, id: 'd', userId: '42', post, savedAt: 1, origin: 'typed' };
  await saveDraft({ ...draft, sent: { id: 'the-key', post } });
  const author = { userId: '42', token: 'abc', email: undefined, name: undefined };
  const written: string[] = [];
  for await (const { input } of gatherWriting(author, nothingGathered(), new AbortController().signal))
    if (typeof input === 'string') written.push(input);
  expect(written[0]).toContain('key: "the-key"');
});

test('a file made without a connection says when its posts were last had from the server', async () => {
  using _ = catchErrors();
  await using __ = openDevice({ token: 'abc', userId: '42' });
  await using ___ = await openOwnBackend(() => 'drop');
  const { putCached } = await import('../../src/data/cache/response-cache.ts');
  const { callUrl } = await import('../../src/data/api/host.ts');
  const { gatherWriting, missingInWords, nothingGathered } = await import('../../src/data/writing/gather-writing.ts');
  const author = { userId: '42', token: 'abc', email: undefined, name: undefined };
  const said = async () => {
    const gathered = nothingGathered();
    for await (const _file of gatherWriting(author, gathered, new AbortController().signal));
    return missingInWords(gathered.missing);
  };
  expect(await said()).toEqual([
    'Made without a connection: your posts are as this device last had them from the server. Posts that it does not have are missing.',
  ]);
  const answeredAt = new Date(2026, 10, 22, 9, 5).getTime();
  const url = callUrl('/blog/users/42/posts');
  await putCached('own', { url, body: '[]', link: null, callNumber: 1, answeredAt, isStale: false });
  expect(await said()).toEqual([
    'Made without a connection: your posts are as this device last had them from the server on 22 November 2026 at 09:05.',
  ]);
  // A page further down that is older tells how old the posts may be; one without a date, that nobody knows.
  const second = `${url}?page=2`;
  const page = { body: '[]', callNumber: 2, isStale: false };
  await putCached('own', { ...page, url, link: `<${second}>; rel="next"`, answeredAt });
  const dayBefore = new Date(2026, 10, 21, 9, 5).getTime();
  await putCached('own', { ...page, url: second, link: null, answeredAt: dayBefore });
  expect((await said())[0]).toMatch(/from the server on 21 November 2026 at 09:05\.$/);
  await putCached('own', { ...page, url: second, link: null });
  expect((await said())[0]).toMatch(/as this device last had them from the server\.$/);
});

test('a file for which the server did not list the posts says that, and not that there was no connection', async () => {
  using _ = catchErrors();
  await using __ = openDevice({ token: 'abc', userId: '42' });
  await using ___ = await openForeignBackend(() => status(500));
  const { gatherWriting, missingInWords, nothingGathered } = await import('../../src/data/writing/gather-writing.ts');
  const author = { userId: '42', token: 'abc', email: undefined, name: undefined };
  const gathered = nothingGathered();
  for await (const _file of gatherWriting(author, gathered, new AbortController().signal));
  expect(missingInWords(gathered.missing)).toEqual([
    'The server did not list all your posts: the others are as this device last had them from it. Posts that it does not have are missing.',
  ]);
});
