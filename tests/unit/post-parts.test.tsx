import { fireEvent, render, screen } from '@testing-library/react';
import { parse } from 'valibot';
import { expect, test, vi } from 'vitest';
import { LocalDate } from '../../src/app/components/LocalDate.tsx';
import { PostCard } from '../../src/app/components/PostCard.tsx';
import { PostImage } from '../../src/app/components/PostImage.tsx';
import { placeholder } from '../../src/app/components/placeholder.ts';
import { titleOf } from '../../src/app/text/title-of.ts';
import { imageLimits, imageWidths } from '../../src/contract/images.ts';
import { postSchema } from '../../src/contract/posts.ts';
import { openCaches } from './support/cache-storage.ts';
import { eventually } from './support/eventually.ts';

const postWith = (part: object = {}) => parse(postSchema, { _id: 'a', title: 'A title', ...part });

function openImage(url: string) {
  const view = render(<PostImage url={url} className="x" width={10} height={20} />);
  const image = view.container.querySelector('img');
  if (!image) throw new Error('There is no image');
  const show = (other: string) => view.rerender(<PostImage url={other} className="x" width={10} height={20} />);
  return { image, show, source: () => image.getAttribute('src'), [Symbol.dispose]: view.unmount };
}

function openCard(part: object) {
  const { container, unmount } = render(<PostCard post={postWith(part)} isFirst={false} />);
  return { container, [Symbol.dispose]: unmount };
}

test.each([
  ['//images.example/a.png', 'https://images.example/a.png'],
  ['javascript:alert(1)', placeholder],
])('an image with the URL %j is loaded from %s', (url, address) => {
  using page = openImage(url);
  expect(page.source()).toBe(address);
});

test('a broken image shows the placeholder, and its cached response is deleted', async () => {
  using kept = openCaches();
  await (await caches.open('images')).put('/a.png', new Response('no image'));
  using page = openImage('/a.png');
  fireEvent.error(page.image);
  expect(page.source()).toBe(placeholder);
  await eventually(() => expect(kept.urlsIn('images')).toEqual([]));
});

test('a broken narrower variant of an image does not remove the pinned original', async () => {
  using kept = openCaches();
  const [original, narrow] = ['/images/a.webp', '/images/a.webp?width=240'].map((path) => location.origin + path);
  if (!original || !narrow) throw new Error('There are two');
  await (await caches.open('pinned-images')).put(original, new Response('an image'));
  await (await caches.open('images')).put(narrow, new Response('no image'));
  using page = openImage('/images/a.webp');
  Object.defineProperty(page.image, 'currentSrc', { value: narrow });
  fireEvent.error(page.image);
  await eventually(() => expect(kept.urlsIn('images')).toEqual([]));
  expect(kept.urlsIn('pinned-images')).toEqual([original]);
});

test('a new URL replaces the placeholder of a broken image', () => {
  using page = openImage('https://images.example/a.png');
  fireEvent.error(page.image);
  page.show('https://images.example/b.png');
  expect(page.source()).toBe('https://images.example/b.png');
});

test('a placeholder that fails to load stays the source of the image', () => {
  using page = openImage('');
  fireEvent.error(page.image);
  fireEvent.error(page.image);
  expect(page.source()).toBe(placeholder);
});

test("only an uploaded image has a srcset, with all of the backend's widths", () => {
  const url = `/images/${'a'.repeat(64)}-1600x900.webp`;
  using page = openImage(url);
  const forms = imageWidths.map((width) => `${url}?width=${width} ${width}w`);
  expect(page.image.getAttribute('srcset')).toBe([...forms, `${url} ${imageLimits.side}w`].join());
  expect(page.image.sizes).toBe('15rem');
  page.show('https://images.example/a.png');
  expect([page.image.getAttribute('srcset'), page.image.getAttribute('sizes')]).toEqual([null, null]);
});

test('the placeholder of a broken uploaded image has no srcset', () => {
  using page = openImage(`/images/${'a'.repeat(64)}-1600x900.webp`);
  fireEvent.error(page.image);
  expect([page.source(), page.image.getAttribute('srcset')]).toEqual([placeholder, null]);
});

test('the first image of a screen loads eagerly, other images lazily with a given size', () => {
  using page = openImage('/a.png');
  expect(page.image.getAttribute('loading')).toBe('lazy');
  expect([page.image.getAttribute('width'), page.image.getAttribute('height')]).toEqual(['10', '20']);
  const { container, unmount } = render(<PostImage url="/a.png" className="x" width={10} height={20} isFirst />);
  expect(container.querySelector('img')?.getAttribute('loading')).toBe('eager');
  expect(container.querySelector('img')?.getAttribute('fetchpriority')).toBe('high');
  unmount();
});

test('a card replaces a missing title and image, and omits other missing fields', () => {
  using page = openCard({ title: ' ', createdAt: 'soon' });
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Untitled');
  expect(page.container.querySelector('img')?.getAttribute('src')).toBe(placeholder);
  expect(page.container.querySelector('time')).toBeNull();
  expect(page.container.querySelector('.card-summary')).toBeNull();
});

test('a card escapes the markup of an author', () => {
  using page = openCard({ title: '<b>bold</b>', summary: '<img src=x onerror=alert(1)>' });
  expect(page.container.querySelector('b')).toBeNull();
  expect(page.container.querySelectorAll('img')).toHaveLength(1);
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeDefined();
});

test.each([undefined, 'soon', '', Number.NaN, 8.7e15])('shows no date for %j', (date) => {
  const { container, unmount } = render(<LocalDate date={date} />);
  expect(container.textContent).toBe('');
  unmount();
});

test.for(['Pacific/Pago_Pago', 'America/New_York', 'UTC', 'Asia/Tokyo', 'Pacific/Kiritimati'])(
  'shows a date without a time as the same day to readers in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    for (const date of ['2019-01-01T00:00:00.000-00:00', '2019-01-01T23:59:59.000-00:00']) {
      const { container, unmount } = render(<LocalDate date={date} />);
      expect(container.textContent).toBe(new Date(2019, 0, 1).toLocaleDateString());
      expect(container.querySelector('time')?.dateTime).toBe('2019-01-01');
      unmount();
    }
    vi.unstubAllEnvs();
  },
);

test('shows a date that is given as milliseconds since the epoch', () => {
  const { container, unmount } = render(<LocalDate date={0} />);
  expect(container.querySelector('time')?.dateTime).toBe('1970-01-01T00:00:00.000Z');
  unmount();
});

test.each([
  ...[' \n', '\u200e', '\u00ad', '\u2060 \u200b', '\u3164'].map((title) => [title, 'Untitled']),
  [' A title ', 'A title'],
] as [string, string][])('a post with the title %j is shown as %s', (title, shown) => {
  expect(titleOf(postWith({ title }))).toBe(shown);
});
