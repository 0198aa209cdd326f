import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { useFocusFallback } from '../../src/app/layout/useFocusFallback.ts';

function Screen() {
  const main = useRef<HTMLElement>(null);
  useFocusFallback(main);
  const [names, setNames] = useState(['one', 'two']);
  const [last, setLast] = useState(true);
  return (
    <main ref={main}>
      <section aria-label="Drafts">
        {names.map((name) => (
          <button type="button" key={name} onClick={() => setNames(names.filter((other) => other !== name))}>
            {name}
          </button>
        ))}
      </section>
      {last && (
        <button type="button" onClick={() => setLast(false)}>
          last
        </button>
      )}
    </main>
  );
}

test("removing a focused button moves the focus to the button's section, or to main", async () => {
  const page = render(<Screen />);
  const user = userEvent.setup();
  screen.getByText('one').focus();
  await user.keyboard('{Enter}');
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('region', { name: 'Drafts' }));
  screen.getByText('last').focus();
  await user.keyboard('{Enter}');
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('main'));
  page.unmount();
});
