import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { SiteContext } from '../../src/app/hooks/useSite.ts';
import { RecoveryCodes } from '../../src/app/screens/account/RecoveryCodes.tsx';

test('copied recovery codes name the site, and the saved file is not named Storyline', async () => {
  const user = userEvent.setup();
  render(
    <SiteContext value={{ name: 'Leila <i>' }}>
      <RecoveryCodes codes={['abcd-efgh']} onDone={() => undefined} />
    </SiteContext>,
  );
  await user.click(screen.getByRole('button', { name: /Copy/ }));
  const sheet = await navigator.clipboard.readText();
  expect(sheet).toMatch(/^Leila <i>: recovery codes\n/);
  expect(sheet).toContain('abcd-efgh');
  const saved: string[] = [];
  HTMLAnchorElement.prototype.click = function click() {
    saved.push(this.download);
  };
  URL.createObjectURL = () => 'blob:';
  URL.revokeObjectURL = () => undefined;
  await user.click(screen.getByRole('button', { name: /Save/ }));
  expect(saved).toEqual([expect.not.stringMatching(/storyline/i)]);
});
