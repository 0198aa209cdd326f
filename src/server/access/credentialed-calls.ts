import { ownHeaders } from '../../contract/headers.ts';
import { header } from '../http/call.ts';

/** Refusals of a call that uses `requireAccountHolder`. */
export const owning = ['wrong_origin', 'not_authenticated', 'account_suspended', 'account_deleted'] as const;

/** Refusals of a call that uses `requireUserForRead`. */
export const reading = ['not_authenticated', 'account_suspended', 'account_deleted', 'wrong_origin'] as const;

/** Refusals of a call that uses `requireUserForWrite`. */
export const writing = [...reading, 'wrong_author'] as const;

/** The header by which a call that writes names the author of what it carries. */
export const author = header(ownHeaders.author, 'Whose work this is; refused when the login is another’s');
