import type { Passkey } from '../contract/account-passkeys.ts';
import { failureOf } from '../device/calls/client.ts';
import { forgetPasskey } from './forget-passkey.ts';
import { getCreationOptions, sendNewPasskey } from './passkey-calls.ts';

/**
 * The result of adding a passkey. `cancelled`: the user dismissed the dialog, or it timed out. `already there`: the
 * authenticator has a passkey of this account. `impossible`: this address or this browser allows no passkeys.
 */
export type AddedPasskey =
  | { kind: 'added'; passkey: Passkey }
  | { kind: 'cancelled' }
  | { kind: 'already there' }
  | { kind: 'impossible' };

/** Returns whether this browser can create passkeys and convert WebAuthn's objects from and to JSON (https only). */
export function canMakePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'toJSON' in PublicKeyCredential.prototype
  );
}

/**
 * Makes a passkey and adds it to the account. Rejects if a call to the backend fails.
 *
 * @param ending closes the browser's dialog when it aborts
 */
export async function addPasskey(token: string, password: string, ending: AbortSignal): Promise<AddedPasskey> {
  const options = await getCreationOptions(token, password);
  let made: ReturnType<PublicKeyCredential['toJSON']>;
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const credential = await navigator.credentials.create({ publicKey, signal: ending });
    // A browser extension may have replaced the result with another object.
    if (!(credential instanceof PublicKeyCredential)) return { kind: 'impossible' };
    made = credential.toJSON();
  } catch (error) {
    console.info('The browser made no passkey.', error);
    return { kind: kindOf(error) };
  }
  try {
    return { kind: 'added', passkey: await sendNewPasskey(token, made) };
  } catch (error) {
    // Without an answer, the account may have the passkey, so only a refusal makes the authenticator forget it.
    if (failureOf(error) === 'refused') await forgetPasskey(made.id, options.rp.id);
    throw error;
  }
}

function kindOf(error: unknown): Exclude<AddedPasskey['kind'], 'added'> {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'InvalidStateError') return 'already there';
  return ['NotAllowedError', 'AbortError', 'TimeoutError'].includes(name) ? 'cancelled' : 'impossible';
}
