import { expect, test } from 'vitest';
import { type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openOwnStage } from './support/stage.ts';
import { draftOf, post, publishedAs, putRecords, waitingOf } from './support/writing.ts';

const login = { userId: '42', token: 'abc' };
const author = { ...login, email: undefined, name: undefined };

test("an export has the user's drafts and waiting posts, with the ids of their records", async () => {
  using _ = catchErrors();
  await using __ = await openOwnStage(() => status(503), login);
  const { gatherWriting, nothingGathered } = await import('../../src/writing/export-texts/gather-writing.ts');
  await putRecords(
    draftOf('new'),
    draftOf('edit', post('Edited'), publishedAs('p', post('Said'))),
    waitingOf('waits'),
    draftOf('hers', post('Hers'), { userId: '43' }),
  );
  const gathered = nothingGathered();
  const written: string[] = [];
  for await (const { input } of gatherWriting(author, gathered, new AbortController().signal))
    if (typeof input === 'string') written.push(input);
  expect(gathered.files).toMatchObject({ drafts: 2, waiting: 1 });
  for (const id of ['new', 'edit', 'waits']) expect(written.join('\n')).toContain(`id: "${id}"`);
});

test.each<Reply>(['drop', status(500)])('an export says that the server did not list all posts (%j)', async (reply) => {
  using _ = catchErrors();
  await using __ = await openOwnStage(() => reply, login);
  const { changeReading, keys } = await import('../../src/reading/store/reading-database.ts');
  const { callUrl } = await import('../../src/device/calls/host.ts');
  const { gatherWriting, nothingGathered } = await import('../../src/writing/export-texts/gather-writing.ts');
  const { missingInWords } = await import('../../src/writing/export-texts/missing-in-words.ts');
  const said = async () => {
    const gathered = nothingGathered();
    for await (const _file of gatherWriting(author, gathered, new AbortController().signal));
    return missingInWords(gathered.missing);
  };
  const unlisted = 'The server did not list all your posts: the others are as this device last had them.';
  expect(await said()).toEqual([`${unlisted} Posts that it does not have are missing.`]);
  const url = callUrl('/blog/users/42/posts');
  const page = { url, ids: [], call: 1, size: 2, answeredAt: 1 };
  await changeReading(async (store) => store.put(keys.list(url), { url, pages: [page] }));
  expect(await said()).toEqual([unlisted]);
});
