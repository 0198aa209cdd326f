import { fireEvent, render, screen } from '@testing-library/react';
import { parse } from 'valibot';
import { expect, test } from 'vitest';
import { LocalDate } from '../../src/app/parts/LocalDate.tsx';
import { PostCard } from '../../src/app/parts/PostCard.tsx';
import { PostImage } from '../../src/app/parts/PostImage.tsx';
import { titleOf } from '../../src/app/parts/titleOf.ts';
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

function openCard(part: object, more: { actions?: React.ReactNode; onClick?: () => void } = {}) {
  const post = postWith(part);
  const { container, unmount } = render(<PostCard post={post} title={titleOf(post)} isFirst={false} {...more} />);
  return { container, [Symbol.dispose]: unmount };
}

test.each([
  'https://images.example/a.png',
  'http://images.example/a.png',
  '/samples/a.webp',
  'a.png',
  '//images.example/a.png',
  'data:image/png;base64,iVBORw0KGgo=',
])('%s is an image', (url) => {
  using page = openImage(url);
  expect(page.source()).toBe(url);
});

test.each([
  '',
  '   ',
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'file:///etc/passwd',
  'blob:https://app.example/1',
  'ftp://host.example/a.png',
  'https://[broken',
])('for %j the placeholder is shown', (url) => {
  using page = openImage(url);
  expect(page.source()).toBe('/placeholder.svg');
});

test('for a broken image the placeholder is shown, and what was kept of it is dropped', async () => {
  using kept = openCaches();
  await (await caches.open('images')).put('https://images.example/a.png', new Response('no image'));
  using page = openImage('https://images.example/a.png');
  fireEvent.error(page.image);
  expect(page.source()).toBe('/placeholder.svg');
  await eventually(() => expect(kept.urlsIn('images')).toEqual([]));
});

test('an image that broke does not stand in for the next one', () => {
  using page = openImage('https://images.example/a.png');
  fireEvent.error(page.image);
  page.show('https://images.example/b.png');
  expect(page.source()).toBe('https://images.example/b.png');
});

test('a placeholder that breaks is not asked for for ever', () => {
  using page = openImage('');
  fireEvent.error(page.image);
  fireEvent.error(page.image);
  expect(page.source()).toBe('/placeholder.svg');
});

test('the first image of a screen is fetched at once, others when they are near', () => {
  using page = openImage('/a.png');
  expect(page.image.getAttribute('loading')).toBe('lazy');
  const { container, unmount } = render(<PostImage url="/a.png" className="x" width={10} height={20} isFirst />);
  expect(container.querySelector('img')?.getAttribute('loading')).toBe('eager');
  expect(container.querySelector('img')?.getAttribute('fetchpriority')).toBe('high');
  unmount();
});

test('the page knows the room of an image before it is there', () => {
  using page = openImage('/a.png');
  expect([page.image.getAttribute('width'), page.image.getAttribute('height')]).toEqual(['10', '20']);
});

test('a card shows image, title, summary and the local date', () => {
  using page = openCard({ imgUrl: '/a.png', summary: 'In short', createdAt: '2026-11-01T12:00:00.000Z' });
  expect(page.container.querySelector('img')?.getAttribute('src')).toBe('/a.png');
  expect(page.container.querySelector('img')?.getAttribute('width')).toBe('176');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('A title');
  expect(screen.getByText('In short').className).toBe('card-summary');
  const date = page.container.querySelector('time');
  expect(date?.textContent).toBe(new Date('2026-11-01T12:00:00.000Z').toLocaleDateString());
  expect(date?.dateTime).toBe('2026-11-01T12:00:00.000Z');
});

test('a card shows what there is', () => {
  using page = openCard({ title: ' ', createdAt: 'soon' });
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Untitled');
  expect(page.container.querySelector('img')?.getAttribute('src')).toBe('/placeholder.svg');
  expect(page.container.querySelector('time')).toBeNull();
  expect(page.container.querySelector('.card-summary')).toBeNull();
});

test('nothing that an author wrote is markup', () => {
  using page = openCard({ title: '<b>bold</b>', summary: '<img src=x onerror=alert(1)>' });
  expect(page.container.querySelector('b')).toBeNull();
  expect(page.container.querySelectorAll('img')).toHaveLength(1);
  expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeDefined();
});

test.each([undefined, 'soon', '', Number.NaN, 8.7e15])('%j is no date', (date) => {
  const { container, unmount } = render(<LocalDate date={date} />);
  expect(container.textContent).toBe('');
  unmount();
});

test('a date may be milliseconds since the epoch', () => {
  const { container, unmount } = render(<LocalDate date={0} />);
  expect(container.querySelector('time')?.dateTime).toBe('1970-01-01T00:00:00.000Z');
  unmount();
});

test('a post without a title is called something', () => {
  expect(titleOf(postWith({ title: ' \n' }))).toBe('Untitled');
  expect(titleOf(postWith({ title: ' A title ' }))).toBe('A title');
});
