import { runCommandLine } from './command-line.ts';
import { deletePost } from './delete-post.ts';

/** `npm run post -- …`: the operator's commands for posts. */
await runCommandLine('post', { delete: deletePost }, []);
