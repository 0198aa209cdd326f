import { render, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { json, openForeignBackend } from './support/backend.ts';

const summaries: [summary: string, shown: string][] = [
  ['# Title\n\nSome **bold** and `code`.', 'Title Some bold and code.'],
  ['A [link](https://a.example) and ![a cat](/cat.png).', 'A link and a cat.'],
  ['- [x] one\n- two\n\n> three', 'one two three'],
  ['a <!-- more --> b[^1]\n\n[^1]: c', 'a b c'],
  ['*太郎*は**「こんにちは」**と', '太郎は「こんにちは」と'],
  ['5 \\* 3 &amp; ~~4~~', '5 * 3 & 4'],
  ['snake_case, 2 * 3 * 4 and List<T> stay', 'snake_case, 2 * 3 * 4 and List<T> stay'],
  ['Nothing to format.', 'Nothing to format.'],
];

test('post cards show the Markdown summaries of a foreign backend as plain words', async () => {
  await using _ = await openForeignBackend(() => json([]));
  const { PostCard } = await import('../../src/app/components/PostCard.tsx');
  const post = { _id: 'a', title: 't', imgUrl: '', content: '', createdAt: undefined, author: undefined };
  const { container } = render(
    <MemoryRouter>
      {summaries.map(([summary]) => (
        <PostCard key={summary} post={{ ...post, summary }} title="t" isFirst={false} />
      ))}
    </MemoryRouter>,
  );
  const shown = () => [...container.querySelectorAll('.card-summary')].map(({ textContent }) => textContent);
  await waitFor(() => expect(shown()).toEqual(summaries.map(([, words]) => words)));
});
