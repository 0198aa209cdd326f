import * as v from 'valibot';
import { confirmationSchema } from '../../contract/account-calls.ts';
import {
  newPasskeySchema,
  passkeyCreationOptionsSchema,
  passkeyLoginSchema,
  passkeyRequestOptionsSchema,
  passkeySchema,
} from '../../contract/account-passkeys.ts';
import { accountTemplates } from '../../contract/account-paths.ts';
import { owning } from '../access/credentialed-calls.ts';
import { confirming, credentials } from '../accounts/account-call-table.ts';
import { body, type CallTable } from '../http/call.ts';

const passkey = v.strictObject(passkeySchema.entries);

/** The calls of passkeys. */
export const passkeyCalls = {
  [accountTemplates.passkeys]: {
    GET: {
      summary: 'The passkeys of one’s own, oldest first',
      needs: ['token'],
      gives: { 200: v.array(passkey) },
      refuses: [...owning],
    },
    POST: {
      summary: 'Add a passkey that was made by the options of the same session',
      needs: ['token'],
      takes: newPasskeySchema,
      gives: { 201: passkey },
      refuses: [...body, ...owning, 'unknown_host', 'passkey_refused', 'too_many_passkeys', 'too_many_attempts'],
    },
  },
  [accountTemplates.passkeyOptions]: {
    POST: {
      summary: 'The options to make a passkey with, good for five minutes and once',
      needs: ['token'],
      takes: confirmationSchema,
      gives: { 200: v.strictObject(passkeyCreationOptionsSchema.entries) },
      refuses: [...body, ...confirming, 'unknown_host', 'too_many_passkeys'],
    },
  },
  [accountTemplates.passkeyLoginOptions]: {
    POST: {
      summary: 'The options to log in with a passkey, good for five minutes and once',
      gives: { 200: v.strictObject(passkeyRequestOptionsSchema.entries) },
      refuses: ['wrong_origin', 'unknown_host', 'too_many_attempts'],
    },
  },
  [accountTemplates.passkeyLogin]: {
    POST: {
      summary: 'Log in with what a passkey has signed',
      takes: passkeyLoginSchema,
      gives: { 200: credentials },
      refuses: [
        ...body,
        'wrong_origin',
        'unknown_host',
        'unknown_passkey',
        'wrong_passkey',
        'account_suspended',
        'too_many_attempts',
      ],
    },
  },
  [accountTemplates.passkey]: {
    DELETE: {
      summary: 'Remove a passkey of one’s own. Sessions that it has opened stay',
      needs: ['token'],
      gives: { 204: null },
      refuses: [...owning, 'passkey_not_found'],
    },
  },
} satisfies CallTable;
