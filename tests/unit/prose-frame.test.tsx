import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ProseFrame } from '../../src/app/components/ProseFrame.tsx';

/** Returns the ids of the elements to which a page with this hash scrolls. */
function scrolledTo(hash: string): string[] {
  const scrolled: string[] = [];
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    scrolled.push(this.id);
  });
  history.replaceState(null, '', `/${hash}`);
  const { unmount } = render(
    <ProseFrame>
      <h2 id="s-part-two">Part two</h2>
      <h2 id="s-über-uns">Über uns</h2>
      <h2 id="s-part-two-2">Part two</h2>
    </ProseFrame>,
  );
  unmount();
  history.replaceState(null, '', '/');
  return scrolled;
}

test.each([
  ['#s-part-two', 's-part-two'],
  ['#s-part-two-2', 's-part-two-2'],
  ['#part-two', 's-part-two'],
  ['#Part_two', 's-part-two'],
  ['#Part%20two', 's-part-two'],
  ['#%C3%BCber-uns', 's-über-uns'],
])('a page with the hash %s scrolls to the heading %s', (hash, id) => {
  expect(scrolledTo(hash)).toEqual([id]);
});

test.each(['', '#', '#nowhere', '#%', '#%E0%A4%A', '#s-'])('a page with the hash %j does not scroll', (hash) => {
  expect(scrolledTo(hash)).toEqual([]);
});
