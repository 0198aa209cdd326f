import { screen, within } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { NewPost } from '../../src/contract/posts.ts';
import { type Call, json, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { openPage } from './support/page.tsx';
import { openForeignStage, openOwnStage } from './support/stage.ts';

const author = { token: 'abc', userId: '42' };

const texts: Record<number, NewPost> = {
  1: { title: 'A tpyo', imgUrl: '', content: 'The cat sat.\n\nSame' },
  2: { title: 'A typo', imgUrl: '', content: 'The cat sat.\n\nSame' },
  3: { title: 'A typo', imgUrl: '', content: 'The <b>dog</b> sat.\n\nSame' },
};
const versionOf = (version: number) => ({
  version,
  title: texts[version]?.title,
  createdAt: `2026-11-0${version}T12:00:00Z`,
});

/** Answers calls for the post, for one version, and for the list of versions in pages of two. */
function answer({ path }: Call): Reply {
  const one = /\/versions\/(\d)$/.exec(path)?.[1];
  if (one) return json({ ...versionOf(Number(one)), ...texts[Number(one)] });
  if (path === '/blog/posts/a') return json({ _id: 'a', ...texts[3], version: 3, etag: '"3-c"' });
  if (path.endsWith('?after=2')) return json([versionOf(1)]);
  return json([3, 2].map(versionOf), { Link: '</blog/posts/a/versions?after=2>; rel="next"' });
}

function EditScreen() {
  return <pre>{JSON.stringify(useLocation().state)}</pre>;
}

async function openVersions() {
  const { Versions } = await import('../../src/app/screens/Versions.tsx');
  const { openSession } = await import('../../src/session/session.ts');
  openSession();
  return openPage(
    <Routes>
      <Route path="/blog/:id/versions" element={<Versions />} />
      <Route path="/blog/:id/edit" element={<EditScreen />} />
    </Routes>,
    '/blog/a/versions',
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const entries = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

test('an author sees the newest versions first, and older versions after "Show more"', async () => {
  await using backend = await openOwnStage(answer, author);
  using page = await openVersions();
  expect(screen.getByText('Loading versions...')).toBeTruthy();
  await screen.findByText('Current');
  expect(entries()).toEqual([expect.stringContaining('Version 3'), expect.stringContaining('Version 2')]);
  await page.user.click(button('Show more'));
  await eventually(() => expect(entries()).toHaveLength(3));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(backend.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer abc', 'Bearer abc']);
});

test('an author can compare a version, view it whole, and load it into the editor', async () => {
  await using _ = await openOwnStage(answer, author);
  using page = await openVersions();
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: 'View version 2' }));
  await screen.findByText('What has changed from version 2 to the current one.');
  const entry = within(screen.getAllByRole('listitem')[1] ?? document.body);
  expect(entry.getByText('cat', { selector: 'del' })).toBeTruthy();
  expect([...document.querySelectorAll('ins')].map(({ textContent }) => textContent).join()).toContain('<b>dog</b>');
  expect(document.querySelector('.version-view b')).toBeNull();

  await user.click(button('Compare with current'));
  await eventually(() => expect(document.querySelector('.prose')?.textContent).toContain('The cat sat.'));
  await user.click(button('Load into editor'));
  expect(page.address()).toBe('/blog/a/edit');
  expect(JSON.parse(document.querySelector('pre')?.textContent ?? '')).toEqual({
    bringBack: { post: texts[2], base: { etag: '"3-c"', number: 3, text: texts[3] } },
  });
});

test('the current version cannot be loaded into the editor', async () => {
  await using _ = await openOwnStage(answer, author);
  using page = await openVersions();
  await page.user.click(await screen.findByRole('button', { name: 'View version 3' }));
  await eventually(() => expect(document.querySelector('.prose')?.textContent).toContain('<b>dog</b>'));
  expect(screen.queryByRole('button', { name: 'Load into editor' })).toBeNull();
  await page.user.click(button('Close version 3'));
  expect(document.querySelector('.prose')).toBeNull();
});

test('for a post with one version, the screen says that the post is not edited yet', async () => {
  await using _ = await openOwnStage(() => json([versionOf(1)]), author);
  using __ = await openVersions();
  await screen.findByText(/has not been edited yet/);
});

test.each<[string, Reply, RegExp]>([
  ['another author’s blog', status(403), /Only its author/],
  ['an expired login', status(401), /Log in again/],
  ['a deleted blog', status(404), /has been deleted/],
  ['no network', 'drop', /^No answer/],
  ['a broken backend', status(500), /^No answer/],
])('the screen reports %s', async (_, reply, text) => {
  using __ = catchErrors();
  await using ___ = await openOwnStage(() => reply, author);
  using ____ = await openVersions();
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
});

test('the screen loads the versions again when the network returns', async () => {
  using _ = catchErrors();
  await using backend = await openOwnStage(() => 'drop', author);
  using __ = await openVersions();
  await screen.findByRole('alert');
  backend.reply = answer;
  dispatchEvent(new Event('online'));
  await screen.findByText('Current');
});

test('without a login, the screen requests nothing', async () => {
  await using backend = await openOwnStage(answer);
  using _ = await openVersions();
  expect(screen.getByRole('alert').textContent).toBe('User not logged in.');
  expect(await backend.settled()).toEqual([]);
});

test('with a foreign backend, the path of versions shows Not Found and makes no call', async () => {
  await using backend = await openForeignStage(answer, author);
  const { Routing } = await import('../../src/app/routes.tsx');
  using _ = openPage(<Routing />, '/blog/a/versions');
  await screen.findByRole('heading', { name: 'Not Found' });
  expect(await backend.settled()).toEqual([]);
});
