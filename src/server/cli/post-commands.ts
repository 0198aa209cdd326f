import { validate as isUuid } from 'uuid';
import { imagesOfPosts } from '../images/images-of-posts.ts';
import { deleteAnyPost } from '../posts/delete-posts.ts';
import { ConfigError } from '../process/config-error.ts';
import { onlyOperand } from './arguments.ts';
import { type Command, print, runCommandLine } from './command-line.ts';
import { remainingImages } from './remaining-images.ts';

const deletePost: Command = {
  takes: '<id>',
  does: 'deletes a post with its images, whoever wrote it; the id is the end of its address, /blog/<id>',
  async run({ store, operands }) {
    const id = onlyOperand({ operands }, 'one post by its id').toLowerCase();
    const images = isUuid(id) ? await imagesOfPosts(store.db, [id]) : [];
    if (!isUuid(id) || !(await deleteAnyPost(store, id, 'go at once'))) {
      throw new ConfigError(`there is no post with the id ${id}`);
    }
    print(`The post ${id} is deleted.${await remainingImages(store, images)}`);
  },
};

/** `npm run post -- …`: the operator's commands for posts. */
await runCommandLine('post', { delete: deletePost }, []);
