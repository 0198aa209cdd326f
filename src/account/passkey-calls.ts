import * as v from 'valibot';
import {
  type Passkey,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  passkeyCreationOptionsSchema,
  passkeyRequestOptionsSchema,
  passkeySchema,
} from '../contract/account-passkeys.ts';
import { accountPaths } from '../contract/account-paths.ts';
import { type Credentials, credentialsSchema } from '../contract/accounts.ts';
import { accountClient, by, unlessRefused } from './own-account-calls.ts';

type CredentialJson = ReturnType<PublicKeyCredential['toJSON']>;

/** Lists the account's passkeys, oldest first. */
export function getPasskeys(token: string): Promise<Passkey[]> {
  return accountClient.get(accountPaths.passkeys, by(token)).json(v.array(passkeySchema));
}

export function getCreationOptions(token: string, password: string): Promise<PasskeyCreationOptions> {
  return accountClient
    .post(accountPaths.passkeyOptions, { ...by(token), json: { password } })
    .json(passkeyCreationOptionsSchema);
}

export function sendNewPasskey(token: string, response: CredentialJson): Promise<Passkey> {
  return accountClient.post(accountPaths.passkeys, { ...by(token), json: { response } }).json(passkeySchema);
}

export async function removePasskey(token: string, id: string): Promise<void> {
  await accountClient.delete(accountPaths.passkey(id), by(token)).catch(unlessRefused('passkey_not_found'));
}

export function getRequestOptions(signal: AbortSignal): Promise<PasskeyRequestOptions> {
  return accountClient.post(accountPaths.passkeyLoginOptions, { signal }).json(passkeyRequestOptionsSchema);
}

export function logInByPasskey(response: CredentialJson): Promise<Credentials> {
  return accountClient.post(accountPaths.passkeyLogin, { json: { response } }).json(credentialsSchema);
}
