import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SearchStatus } from '../../src/app/screens/home/SearchStatus.tsx';
import type { AnsweredDevice } from '../../src/app/search/device-answer.ts';
import { openPage } from './support/page.tsx';

const none = { post: 0, draft: 0, waiting: 0 };

test.each([
  [none, 0, 'Nothing found on this device.'],
  [{ ...none, post: 3 }, 2, '2 found in 3 posts on this device.'],
  [{ ...none, draft: 1 }, 1, '1 found in 1 draft on this device.'],
  [{ ...none, post: 1, draft: 2 }, 1, '1 found in 1 post and 2 drafts on this device.'],
  [{ ...none, waiting: 1 }, 1, '1 found in 1 waiting post on this device.'],
  [
    { post: 2000, draft: 1, waiting: 2 },
    0,
    'Nothing found in 2,000 posts, 1 draft and 2 waiting posts on this device.',
  ],
])('the status counts the searched texts by their kind: %o', (searched, total, expected) => {
  const rest = { query: 'q', author: null, found: [], isComplete: true };
  const answer: AnsweredDevice = { kind: 'answered', total, searched, ...rest };
  using _ = openPage(<SearchStatus answer={answer} server="none" count={total} hasMore={false} />);
  expect(screen.getByText(expected)).toBeTruthy();
});

test.each([
  ['answered', 2, '2 found on the server.'],
  ['answered', 0, 'Nothing found on the server.'],
  ['asked', 0, 'Nothing found on this device. Asking the server…'],
  ['away', 0, 'Nothing found on this device. Searching the others needs the network.'],
] as const)('the status mentions no posts on the device if there are none (server: %s)', (server, total, expected) => {
  const rest = { query: 'q', author: null, found: [], isComplete: true, searched: none };
  using _ = openPage(
    <SearchStatus answer={{ kind: 'answered', total, ...rest }} server={server} count={total} hasMore={false} />,
  );
  expect(screen.getByText(expected)).toBeTruthy();
});
