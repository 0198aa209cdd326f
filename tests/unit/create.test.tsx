import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { watchLoads } from './support/address.ts';
import { json, openForeignBackend, openOwnBackend, type Reply, status } from './support/backend.ts';
import { catchErrors } from './support/console.ts';
import { openDevice } from './support/device.ts';
import { openPage, type Page } from './support/page.tsx';

async function openCreate() {
  const { Create } = await import('../../src/app/screens/Create.tsx');
  const { openSession } = await import('../../src/data/session.ts');
  openSession();
  return openPage(<Create />, '/create');
}

const heading = () => screen.getByLabelText<HTMLInputElement>('Blog Heading');
const image = () => screen.getByLabelText<HTMLInputElement>('Image URL');
const content = () => screen.getByLabelText<HTMLTextAreaElement>('Blog Content');
const press = ({ user }: Page) => user.click(screen.getByRole('button', { name: 'Create Blog' }));
const pressAndWait = async (page: Page, errors: { mock: { calls: unknown[] } }) => {
  const before = errors.mock.calls.length;
  await press(page);
  await vi.waitFor(() => expect(errors.mock.calls.length).toBe(before + 1));
  await vi.waitFor(() => expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('false'));
};

async function type({ user }: Page) {
  await user.type(heading(), '  On  spaces ');
  await user.type(image(), ' a.png ');
  await user.type(content(), '{Enter} first{Enter}{Enter}second <b> ');
}
const typed = { title: '  On  spaces ', imgUrl: ' a.png ', content: '\n first\n\nsecond <b> ' };

test('the form has the fields of the specification, and checks none of them', async () => {
  await using _ = await openForeignBackend(() => status(201));
  using __ = await openCreate();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create New Blog');
  expect([heading().type, image().type, content().rows]).toEqual(['text', 'text', 8]);
  for (const field of [heading(), image(), content()]) expect([field.required, field.maxLength]).toEqual([false, -1]);
});

test('a post is sent as typed, with the token, and the page loads anew', async () => {
  await using _ = openDevice({ token: 'abc', userId: '42' });
  await using backend = await openForeignBackend(() => json({ _id: 1 }, {}, 201));
  using address = watchLoads();
  using page = await openCreate();
  await type(page);
  await press(page);
  await vi.waitFor(() => expect(address.loads).toEqual(['reload']));
  expect(JSON.parse(backend.received[0]?.body ?? '')).toEqual(typed);
  expect(backend.received[0]?.headers.authorization).toBe('Bearer abc');
});

test('an empty form is sent', async () => {
  await using _ = openDevice({ token: 'abc', userId: '42' });
  await using backend = await openForeignBackend(() => ({ status: 204 }));
  using address = watchLoads();
  using page = await openCreate();
  await press(page);
  await vi.waitFor(() => expect(address.loads).toEqual(['reload']));
  expect(JSON.parse(backend.received[0]?.body ?? '')).toEqual({ title: '', imgUrl: '', content: '' });
});

test('without a token it is sent without one', async () => {
  await using _ = openDevice({ userId: '42' });
  await using backend = await openForeignBackend(() => status(401));
  using errors = catchErrors();
  using page = await openCreate();
  await type(page);
  await pressAndWait(page, errors);
  expect(backend.received[0]?.headers).not.toHaveProperty('authorization');
});

test.each<Reply>([status(401), status(422), status(500), 'drop'])(
  'after %j the form keeps every character',
  async (reply) => {
    await using _ = openDevice({ token: 'abc', userId: '42' });
    await using __ = await openForeignBackend(() => reply);
    using errors = catchErrors();
    using address = watchLoads();
    using page = await openCreate();
    await type(page);
    await pressAndWait(page, errors);
    expect({ title: heading().value, imgUrl: image().value, content: content().value }).toEqual(typed);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(address.loads).toEqual([]);
  },
);

test('pressing twice sends once', async () => {
  await using _ = openDevice({ token: 'abc', userId: '42' });
  const { promise: later, resolve: answer } = Promise.withResolvers<Reply>();
  await using backend = await openForeignBackend(() => later);
  using address = watchLoads();
  using page = await openCreate();
  await press(page);
  await press(page);
  await page.user.type(heading(), '{Enter}');
  answer(status(201));
  await vi.waitFor(() => expect(address.loads).toEqual(['reload']));
  expect(backend.received).toHaveLength(1);
});

test('the same text goes out again under the same key, and changed text under a new one', async () => {
  await using _ = openDevice({ token: 'abc', userId: '42' });
  await using backend = await openOwnBackend(() => status(503));
  using errors = catchErrors();
  using page = await openCreate();
  await type(page);
  await pressAndWait(page, errors);
  await pressAndWait(page, errors);
  for (const field of [heading(), image(), content()]) {
    fireEvent.change(field, { target: { value: `${field.value}!` } });
    await pressAndWait(page, errors);
  }
  const keys = backend.received.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(5);
  expect(keys[0]).toMatch(/^\S{16,}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(4);
});

test('a published post outdates the lists on the device', async () => {
  await using device = openDevice({ token: 'abc', userId: '42' });
  await using backend = await openForeignBackend(() => status(201));
  const { keepCopy, findCopy } = await import('../../src/data/copies/cache.ts');
  const url = `${backend.origin}/blog/posts`;
  await keepCopy('lists', { url, body: '[]', link: null, keptAt: 1, outdated: false });
  using address = watchLoads();
  using page = await openCreate();
  await press(page);
  await vi.waitFor(() => expect(address.loads).toEqual(['reload']));
  expect(device.caches.urlsIn('lists')).toEqual([url]);
  expect(await findCopy('lists', url)).toMatchObject({ outdated: true });
});
