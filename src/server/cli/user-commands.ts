import { runCommandLine } from './command-line.ts';
import { deleteUser } from './delete-user.ts';
import { exportAccountPosts } from './export-account-posts.ts';
import { inviteCommand } from './invite.ts';
import { listUsers } from './list-users.ts';
import { resetPassword } from './reset-password.ts';
import { resumeUser, suspendUser } from './suspend-user.ts';

/** `npm run user -- …`: the operator's commands for accounts. */
await runCommandLine(
  'user',
  {
    list: listUsers,
    invite: inviteCommand,
    password: resetPassword,
    suspend: suspendUser,
    resume: resumeUser,
    delete: deleteUser,
    export: exportAccountPosts,
  },
  ['An account can be named by its id, too.'],
);
