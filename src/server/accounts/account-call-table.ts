import * as v from 'valibot';
import {
  confirmationSchema,
  logoutSchema,
  newNameSchema,
  passwordChangeSchema,
  recoveryCodesLeftSchema,
  recoveryCodesSchema,
  recoverySchema,
  resetSchema,
  sessionSchema,
} from '../../contract/account-calls.ts';
import { accountTemplates } from '../../contract/account-paths.ts';
import { loginSchema, registrationSchema } from '../../contract/accounts.ts';
import { invitationHeader } from '../../contract/invitation.ts';
import { callTemplates } from '../../contract/paths.ts';
import { owning } from '../access/credentialed-calls.ts';
import { body, type CallTable, header } from '../http/call.ts';

/** Refusals of a call that asks the account holder for the password. */
export const confirming = [...owning, 'wrong_password', 'too_many_attempts'] as const;

/** The answer to a call that opens a session. */
export const credentials = v.strictObject({ token: v.string(), userId: v.pipe(v.string(), v.uuid()) });

/** The calls of logins and of one's own account, but for passkeys. */
export const accountCalls = {
  [callTemplates.profile]: {
    GET: {
      summary: 'Who is logged in',
      needs: ['token'],
      gives: { 200: v.strictObject({ username: v.string(), email: v.string() }) },
      refuses: ['not_authenticated', 'account_suspended', 'account_deleted'],
    },
  },
  [callTemplates.register]: {
    POST: {
      summary: 'Open an account, and log in',
      parameters: [header(invitationHeader, 'Where registration is by invitation: the code of one')],
      takes: registrationSchema,
      gives: { 201: credentials },
      refuses: [...body, 'email_taken', 'registration_closed', 'invitation_required', 'too_many_attempts'],
    },
  },
  [callTemplates.login]: {
    POST: {
      summary: 'Log in',
      takes: loginSchema,
      gives: { 200: credentials },
      refuses: [...body, 'wrong_credentials', 'account_suspended', 'too_many_attempts'],
    },
  },
  [accountTemplates.name]: {
    PUT: {
      summary: 'Take another name, under which readers see all posts from then on',
      needs: ['token'],
      takes: newNameSchema,
      gives: { 200: v.strictObject(newNameSchema.entries) },
      refuses: [...body, ...owning, 'posting_limit_reached'],
    },
  },
  [accountTemplates.password]: {
    PUT: {
      summary: 'Set another password. Every session ends; the answer has the token of a new one',
      needs: ['token'],
      takes: passwordChangeSchema,
      gives: { 200: credentials },
      refuses: [...body, ...confirming, 'posting_limit_reached'],
    },
  },
  [accountTemplates.sessions]: {
    GET: {
      summary: 'Where one is logged in, newest use first',
      needs: ['token'],
      gives: { 200: v.array(v.strictObject(sessionSchema.entries)) },
      refuses: [...owning],
    },
    DELETE: {
      summary: 'Log out everywhere, here too',
      needs: ['token'],
      gives: { 204: null },
      refuses: [...owning],
    },
  },
  [accountTemplates.session]: {
    DELETE: {
      summary: 'End a session of one’s own',
      needs: ['token'],
      gives: { 204: null },
      refuses: [...owning, 'session_not_found'],
    },
  },
  [accountTemplates.logout]: {
    POST: {
      summary: 'End the session whose token hashes to this, if there is one',
      takes: logoutSchema,
      gives: { 204: null },
      refuses: [...body, 'wrong_origin'],
    },
  },
  [accountTemplates.recoveryCodes]: {
    GET: {
      summary: 'How many recovery codes are left, and since when',
      needs: ['token'],
      gives: { 200: v.strictObject(recoveryCodesLeftSchema.entries) },
      refuses: [...owning],
    },
    POST: {
      summary: 'Make ten recovery codes; earlier ones are good no longer',
      needs: ['token'],
      takes: confirmationSchema,
      gives: { 200: v.strictObject(recoveryCodesSchema.entries) },
      refuses: [...body, ...confirming],
    },
  },
  [accountTemplates.recover]: {
    POST: {
      summary: 'Set a new password with a recovery code, which is good once. Every session ends',
      takes: recoverySchema,
      gives: { 204: null },
      refuses: [...body, 'wrong_origin', 'wrong_code', 'account_suspended', 'too_many_attempts'],
    },
  },
  [accountTemplates.reset]: {
    POST: {
      summary: 'Set a new password with a link of the operator’s, which is good once. Every session ends',
      takes: resetSchema,
      gives: { 204: null },
      refuses: [...body, 'wrong_origin', 'wrong_link', 'account_suspended', 'too_many_attempts'],
    },
  },
  [accountTemplates.deleteAccount]: {
    POST: {
      summary: 'Delete the account with all that is in it',
      needs: ['token'],
      takes: confirmationSchema,
      gives: { 204: null },
      refuses: [...body, ...confirming],
    },
  },
} satisfies CallTable;
