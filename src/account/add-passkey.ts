import type { Passkey } from '../contract/account-passkeys.ts';
import { failureOf } from '../device/calls/client.ts';
import { forgetPasskey } from './forget-passkey.ts';
import { getCreationOptions, sendNewPasskey } from './passkey-calls.ts';

/**
 * The result of adding a passkey. `cancelled`: by its owner, or it took too long. `already there`: the authenticator
 * has one of this account. `impossible`: not at this address, or not by this browser.
 */
export type AddedPasskey =
  | { kind: 'added'; passkey: Passkey }
  | { kind: 'cancelled' }
  | { kind: 'already there' }
  | { kind: 'impossible' };

/** Whether this browser can make passkeys, and knows the JSON of WebAuthn; over plain http no browser does. */
export function canMakePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'toJSON' in PublicKeyCredential.prototype
  );
}

/**
 * Makes a passkey and adds it to the account. Rejects as the calls do.
 *
 * @param ending closes what the browser shows meanwhile
 */
export async function addPasskey(token: string, password: string, ending: AbortSignal): Promise<AddedPasskey> {
  const options = await getCreationOptions(token, password);
  let made: ReturnType<PublicKeyCredential['toJSON']>;
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const credential = await navigator.credentials.create({ publicKey, signal: ending });
    // An extension may replace it with something else.
    if (!(credential instanceof PublicKeyCredential)) return { kind: 'impossible' };
    made = credential.toJSON();
  } catch (error) {
    console.info('The browser made no passkey.', error);
    return { kind: kindOf(error) };
  }
  try {
    return { kind: 'added', passkey: await sendNewPasskey(token, made) };
  } catch (error) {
    // Without an answer it may have been added.
    if (failureOf(error) === 'refused') await forgetPasskey(made.id, options.rp.id);
    throw error;
  }
}

function kindOf(error: unknown): Exclude<AddedPasskey['kind'], 'added'> {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'InvalidStateError') return 'already there';
  return ['NotAllowedError', 'AbortError', 'TimeoutError'].includes(name) ? 'cancelled' : 'impossible';
}
