import { validate as isUuid } from 'uuid';
import { ConfigError } from '../config.ts';
import { deleteAnyPost } from '../domain/moderation.ts';
import { type Command, onlyArgument, printable } from './command-line.ts';

export const deletePost: Command = {
  takes: '<id>',
  does: 'deletes a post with its images, whoever wrote it; the id is the end of its address, /blog/<id>',
  async run({ store, args, print }) {
    const id = onlyArgument(args, 'one post by its id').toLowerCase();
    if (!isUuid(id) || !(await deleteAnyPost(store, id, 'go at once'))) {
      throw new ConfigError(`there is no post with the id ${printable(id)}`);
    }
    print(`The post ${id} is deleted.`);
  },
};
