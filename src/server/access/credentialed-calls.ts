import { ownHeaders } from '../../contract/headers.ts';
import { header } from '../http/call.ts';

/** What a call refuses whose user `requireAccountHolder` finds. */
export const owning = ['wrong_origin', 'not_authenticated', 'account_suspended', 'account_deleted'] as const;

/** What a call refuses whose user `requireUserForRead` finds. */
export const reading = ['not_authenticated', 'account_suspended', 'account_deleted', 'wrong_origin'] as const;

/** What a call refuses whose user `requireUserForWrite` finds. */
export const writing = [...reading, 'wrong_author'] as const;

/** The header that says whose work a call of `writing` carries. */
export const author = header(ownHeaders.author, 'Whose work this is; refused when the login is another’s');
