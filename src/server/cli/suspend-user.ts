import { resume, suspend } from '../accounts/moderation.ts';
import { onAccount } from './account-of.ts';

export const suspendUser = onAccount(
  'ends all sessions, and lets the account neither log in nor write; its posts stay',
  async ({ id }, store) =>
    `is suspended; ${await suspend(store, id)} sessions have ended. Its posts stay where they are.`,
);

export const resumeUser = onAccount('takes a suspension back', async ({ id }, store) => {
  await resume(store, id);
  return 'may log in and write.';
});
