// @vitest-environment node
import { createElement } from 'react';
import { expect, test } from 'vitest';
import { encodeBounded } from '../../src/server/pages/bounded-output.ts';
import { render } from '../../src/server/pages/render.tsx';
import { BeyondBounds } from '../../src/server/process/bounded-thread.ts';

const long = 'a'.repeat(7_000_001);

test('encodeBounded returns a page as UTF-8, and throws if the page is too long', () => {
  expect(new TextDecoder().decode(encodeBounded('漢'))).toBe('漢');
  expect(() => encodeBounded(long)).toThrow(BeyondBounds);
});

test('render rejects if the rendered page is too long', async () => {
  const post = {
    _id: '7',
    title: 'A title',
    summary: '',
    imgUrl: '',
    content: '',
    createdAt: '2026-11-01T23:30:00.000Z',
    author: { email: '' },
  };
  const prose = createElement('p', {}, long);
  await expect(render('/blog/7', { post, prose })).rejects.toThrow(BeyondBounds);
});
