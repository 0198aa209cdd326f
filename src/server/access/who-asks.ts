import { ownHeaders } from '../../contract/headers.ts';
import { header, type Who } from '../http/call.ts';
import type { Store } from '../store/schema.ts';
import { expectTrustedOrigin, requireBearerUser, requireUserForRead } from './authentication.ts';
import type { User } from './sessions.ts';

const needingLogin = ['not_authenticated', 'account_suspended', 'account_deleted'] as const;

/** Refusals of a call that asks the account holder for the password. */
export const confirming = ['wrong_password', 'too_many_attempts'] as const;

/** The credentials, refusals and header of a call that uses `requireUserForWrite`. */
export const writing: Omit<Who<User>, 'find'> & { author: object } = {
  needs: ['token', 'cookie'],
  refuses: [...needingLogin, 'wrong_origin', 'wrong_author'],
  /** The header that names the author of the text or image in the request. */
  author: header(ownHeaders.author, 'Whose work this is; refused when the login is another’s'),
};

/** For calls that need no login, from pages of any origin. */
export const anybody: Who<void> = { refuses: [], find: async () => undefined };

/** For calls that need no login, from pages of this site and of origins in CORS_ORIGIN. */
export const anybodyHere: Who<void> = { refuses: ['wrong_origin'], find: async (c) => expectTrustedOrigin(c) };

export const bearer = (store: Store): Who<User> => ({
  needs: ['token'],
  refuses: needingLogin,
  find: (c) => requireBearerUser(c, store),
});

/** For the user who changes their own account, from pages of this site and of origins in CORS_ORIGIN. */
export const accountHolder = (store: Store): Who<User> => ({
  needs: ['token'],
  refuses: ['wrong_origin', ...needingLogin],
  async find(c) {
    expectTrustedOrigin(c);
    return requireBearerUser(c, store);
  },
});

export const reader = (store: Store): Who<User> => ({
  needs: ['token', 'cookie'],
  refuses: [...needingLogin, 'wrong_origin'],
  find: (c) => requireUserForRead(c, store),
});
