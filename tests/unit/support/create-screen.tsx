import { screen } from '@testing-library/react';
import { openPage, type Page } from './page.tsx';

/** Opens the screen Create for the user who is logged in, and waits for its form. */
export async function openCreate(path = '/create'): Promise<Page> {
  const { Create } = await import('../../../src/app/screens/Create.tsx');
  const { openSession } = await import('../../../src/session/session.ts');
  const { pageSender } = await import('../../../src/writing/sender/page-sender.ts');
  openSession();
  const page = openPage(<Create />, path, () => pageSender().stop());
  await screen.findByLabelText('Blog Content');
  return page;
}
