import { deleteAccount } from '../accounts/delete-account.ts';
import { imagesUploadedBy } from '../images/images-of-posts.ts';
import { onAccount } from './account-of.ts';
import { imagesStaying } from './images-staying.ts';

export const deleteUser = onAccount(
  'deletes an account with all its posts; nothing brings them back',
  async ({ id }, store) => {
    const images = await imagesUploadedBy(store.db, id);
    const posts = await deleteAccount(store, id);
    return `is deleted, with ${posts} posts.${await imagesStaying(store, images)}`;
  },
);
