import { screen } from '@testing-library/react';
import { HTTPError, type NormalizedOptions } from 'ky';
import { expect, test, vi } from 'vitest';
import { type Call, json, problem, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { openPage } from './support/page.tsx';
import { openOwnStage } from './support/stage.ts';

/** The mocked list of the author's posts. A read fails with `failure`, or finds no post; `asked` counts the reads. */
const list: { failure?: Error | undefined; asked: number } = { asked: 0 };

vi.mock('../../src/writing/export-texts/own-posts.ts', () => ({
  async *readOwnPosts() {
    yield* [];
    list.asked += 1;
    return list.failure ? { kind: 'broken off', cause: list.failure } : { kind: 'whole' };
  },
}));

function failList(number: number) {
  const response = new Response(null, { status: number });
  const request = new Request('http://localhost/list');
  Object.assign(list, { failure: new HTTPError(response, request, {} as NormalizedOptions), asked: 0 });
  return { [Symbol.dispose]: () => Object.assign(list, { failure: undefined }) };
}

const foreign = { isMissing: false };

vi.mock('../../src/writing/import-texts/html-to-markdown.ts', async (original) => {
  if (foreign.isMissing) throw new TypeError('Failed to fetch dynamically imported module');
  return original();
});

const login = { token: 'abc', userId: '42' };

const titleOf = ({ body }: Call): string => JSON.parse(body).title;

/** Logs the author in, and opens our own backend. @param importing answers each call that imports a post */
const open = (importing: (call: Call) => Reply) =>
  openOwnStage((call) => (call.path === '/blog/posts/import' ? importing(call) : status(404)), login);

const imported = json({ _id: 'x', version: 1 }, {}, 201);

const fileOf = (title: string) => new File([`---\ntitle: ${title}\ndate: 2020-01-01\n---\n\nWords.`], `${title}.md`);

/** Opens the import screen with a Markdown file for each title. */
const choose = (...titles: string[]) => chooseFiles(titles.map(fileOf));

async function chooseFiles(files: File[]) {
  const { timeouts } = await import('../../src/device/timeouts.ts');
  Object.assign(timeouts, { firstRetryMs: 1, maxRetryMs: 10 });
  const { openSession } = await import('../../src/session/session.ts');
  openSession();
  const { ChosenFiles } = await import('../../src/app/screens/account/writing/ChosenFiles.tsx');
  const closed = vi.fn();
  return openPage(<ChosenFiles files={files} login={login} onClose={closed} />);
}

const press = async ({ user }: Awaited<ReturnType<typeof choose>>, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));

test.each([500, 504])('an import skips a post for which the server always fails (%i), and says so', async (number) => {
  using _ = catchErrors();
  await using backend = await open((call) => (titleOf(call) === 'Bad' ? status(number) : imported));
  using page = await choose('Bad', 'Good');
  await press(page, 'Import 2 posts');
  const said = await screen.findByText('Imported: 1 post.');
  screen.getByText(`Skipped: server error ${number}.`);
  expect(backend.received.filter((call) => call.method === 'POST' && titleOf(call) === 'Bad')).toHaveLength(10);
  await eventually(() => expect(document.activeElement).toBe(said.parentElement));
});

test.each([
  ['another account’s work', 'wrong_author', 403, /^Imported: 1 post\./, 2],
  ['a suspended account', 'account_suspended', 403, /^This account is suspended\./, 1],
  ['an expired login', 'not_authenticated', 401, /^Your login has expired/, 1],
] as const)('an import stops only if all other posts would be refused: %s', async (_, code, number, said, calls) => {
  using __ = catchErrors();
  await using backend = await open((call) => (titleOf(call) === 'Bad' ? problem(number, code) : imported));
  using page = await choose('Bad', 'Good');
  await press(page, 'Import 2 posts');
  await screen.findByText(said);
  expect(backend.received.filter(({ path }) => path === '/blog/posts/import')).toHaveLength(calls);
});

test('"Try again" reads the chosen export after its parser failed to load', async () => {
  using _ = catchErrors();
  await using ___ = await open(() => status(500));
  foreign.isMissing = true;
  const posts = [{ id: '1', title: 'One', html: '<p>Words</p>', status: 'draft' }];
  using page = await chooseFiles([new File([JSON.stringify({ data: { posts } })], 'ghost.json')]);
  const said = await screen.findByText(/could not be loaded. The files are still chosen/);
  await eventually(() => expect(document.activeElement?.contains(said)).toBe(true));
  foreign.isMissing = false;
  await press(page, 'Try again');
  await screen.findByRole('button', { name: 'Import 1 draft' });
});

test('over plain http, the screen says that importing needs a secure connection', async () => {
  using _ = catchErrors();
  await using ___ = await open(() => status(500));
  using ____ = vi.spyOn(crypto, 'subtle', 'get').mockReturnValue(undefined as unknown as SubtleCrypto);
  using _____ = await choose('Good');
  await screen.findByText(/^Importing needs a secure connection/);
});

test.each([500, 503, 404])('an import ends with an error if the server never lists the posts (%i)', async (number) => {
  using _ = catchErrors();
  await using backend = await open(() => status(500));
  using ___ = failList(number);
  using page = await choose('Good');
  await press(page, 'Import 1 post');
  await screen.findByText(/^The server did not list your posts/);
  expect(list.asked).toBeLessThan(25);
  expect(backend.received.filter(({ path }) => path === '/blog/posts/import')).toEqual([]);
});
