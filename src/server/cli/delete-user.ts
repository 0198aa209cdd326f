import { deleteAccount } from '../domain/delete-account.ts';
import { imagesUploadedBy } from '../domain/images/named-images.ts';
import { onAccount } from './account-of.ts';
import { imagesStaying } from './images-staying.ts';

export const deleteUser = onAccount(
  'deletes an account with all its posts; nothing brings them back. If broken off, the servers go on with it',
  async ({ id }, store) => {
    const images = await imagesUploadedBy(store, id);
    const posts = await deleteAccount(store, id);
    return `is deleted, with ${posts} posts.${await imagesStaying(store, images)}`;
  },
);
