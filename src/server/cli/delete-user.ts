import { deleteAccount } from '../domain/delete-account.ts';
import { onAccount } from './account-of.ts';

export const deleteUser = onAccount(
  'deletes an account with all its posts; nothing brings them back. If broken off, the servers go on with it',
  async ({ id }, store) => `is deleted, with ${await deleteAccount(store, id)} posts.`,
);
