import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { watchLoads } from './support/address.ts';
import { type Backend, json, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openCreate } from './support/create-screen.tsx';
import { eventually } from './support/eventually.ts';
import { openPage, type Page } from './support/page.tsx';
import { openForeignStage } from './support/stage.ts';
import { storeBackendAnswer } from './support/stored-reading.ts';

const author = { token: 'a-secret-token', userId: '42' };

const fields = () => ({
  title: screen.getByLabelText<HTMLInputElement>('Blog Heading'),
  imgUrl: screen.getByLabelText<HTMLInputElement>('Image URL'),
  content: screen.getByLabelText<HTMLTextAreaElement>('Blog Content'),
});
const button = () => screen.getByText('Create Blog');
const press = ({ user }: Page) => user.click(button());
const isReady = () => eventually(() => expect(button().getAttribute('aria-disabled')).toBe('false'));
function shown() {
  const { title, imgUrl, content } = fields();
  return { title: title.value, imgUrl: imgUrl.value, content: content.value };
}

/** Opens a foreign backend that answers each POST with `reply`, and all other calls with an empty list. */
const open = (reply: () => Reply | Promise<Reply>, login?: typeof author) =>
  openForeignStage(({ method }) => (method === 'POST' ? reply() : json([])), login);
const sentTo = (backend: Backend) => backend.received.filter(({ method }) => method === 'POST');

async function type({ user }: Page) {
  for (const key of ['title', 'imgUrl', 'content'] as const) {
    await user.click(fields()[key]);
    await user.paste(typed[key]);
  }
}
const typed = { title: '  On  spaces ', imgUrl: ' a.png ', content: '\n first\n\nsecond <b> ' };

const empty = { title: '', imgUrl: '', content: '' };

test('the create form has the specified fields, and validates none of them', async () => {
  await using __ = await open(() => status(201));
  using ___ = await openCreate();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create New Blog');
  const { title, imgUrl, content } = fields();
  expect([title.type, imgUrl.type, content.rows]).toEqual(['text', 'text', 8]);
  expect([title.dir, content.dir]).toEqual(['auto', 'auto']);
  for (const field of [title, imgUrl, content]) expect([field.required, field.maxLength]).toEqual([false, -1]);
  // A foreign backend has no call that uploads pictures.
  expect(screen.queryByRole('button', { name: 'Add picture' })).toBeNull();
});

test.each(['Blog Heading', 'Image URL', 'Blog Content'])(
  'if %s is focused before hydration, the field has the focus after hydration',
  async (label) => {
    await using __ = await open(() => status(201));
    const { Create } = await import('../../src/app/screens/Create.tsx');
    const { IsHydratedContext } = await import('../../src/app/hooks/useIsHydrated.ts');
    using ___ = openPage(
      <IsHydratedContext value={false}>
        <Create />
      </IsHydratedContext>,
      '/create',
    );
    expect(screen.queryByText('Create Blog')).toBeNull();
    const tapped = screen.getByLabelText(label);
    expect(tapped.closest('[inert]')).toBeNull();
    // Focuses by script, because a click by testing-library would come only after hydration.
    tapped.focus();
    await screen.findByText('Create Blog');
    await eventually(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
    expect(screen.getByLabelText(label)).toHaveProperty('readOnly', false);
  },
);

test.each([
  ['an empty form', empty, async () => undefined],
  ['a text with spaces', typed, type],
])('publishing %s sends the fields unchanged, and reloads the page', async (_, payload, fillIn) => {
  await using backend = await open(() => ({ status: 204 }), author);
  using address = watchLoads();
  using page = await openCreate();
  await fillIn(page);
  await press(page);
  await eventually(() => expect(address.loads).toEqual(['reload']));
  const [sent, ...others] = sentTo(backend);
  expect([sent?.path, JSON.parse(sent?.body ?? ''), others]).toEqual(['/blog/posts', payload, []]);
  expect(sent?.headers.authorization).toBe('Bearer a-secret-token');
});

test.each([401, 403, 404, 422])('a publish refused with %d is logged, not shown, and clears no field', async (code) => {
  await using backend = await open(() => status(code), author);
  using errors = catchErrors();
  using address = watchLoads();
  using page = await openCreate();
  await type(page);
  await press(page);
  await eventually(() => expect(errors).toHaveBeenCalled());
  await isReady();
  expect(shown()).toEqual(typed);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(address.loads).toEqual([]);
  expect(sentTo(backend)).toHaveLength(1);
  expect(await backend.device.records()).not.toContain('"pending"');
});

test.each<Reply>([status(500), status(429), 'drop'])(
  'if a publish is not confirmed (%j), the post stays queued on the device as typed',
  async (reply) => {
    await using backend = await open(() => reply, author);
    using _ = catchErrors();
    using address = watchLoads();
    using page = await openCreate();
    await type(page);
    await press(page);
    await eventually(() => expect(shown()).toEqual(empty));
    await isReady();
    await screen.findByRole('heading', { name: 'Publishes when you’re online' });
    expect(screen.getByRole('article').textContent).toContain(typed.title.trim());
    expect(sentTo(backend)).toHaveLength(1);
    expect(address.loads).toEqual([]);
    const records = await backend.device.records();
    expect(records).toContain('"pending"');
    expect(records).toContain(JSON.stringify(typed.title).slice(1, -1));
    expect(records).toContain(JSON.stringify(typed.content).slice(1, -1));
    expect(records).not.toContain('a-secret-token');
  },
);

test('a publish marks the stored list of posts as stale', async () => {
  await using backend = await open(() => status(201), author);
  const { readStoredList } = await import('../../src/reading/store/read-stored.ts');
  const url = `${backend.origin}/blog/posts`;
  await storeBackendAnswer('/blog/posts', []);
  expect(await readStoredList(url)).toMatchObject({ isStale: false });
  using address = watchLoads();
  using page = await openCreate();
  await press(page);
  await eventually(() => expect(address.loads).toEqual(['reload']));
  expect(await readStoredList(url)).toMatchObject({ body: '[]', isStale: true });
});
