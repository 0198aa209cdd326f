import type { Credentials } from '../contract/accounts.ts';
import { limits } from '../contract/limits.ts';
import { forgetPasskey } from './forget-passkey.ts';
import { isRefusal } from './own-account-calls.ts';
import { getRequestOptions, logInByPasskey } from './passkey-calls.ts';

/** Milliseconds until a challenge is replaced, a minute before it expires, as a login takes time, too. */
const renewAfter = limits.passkeyChallenge - 60_000;

/**
 * Lets the browser offer passkeys in its autofill (conditional mediation) until the user chooses one.
 *
 * @param ending withdraws the offer when it aborts; the promise then rejects with the abort reason
 * @returns a function that logs in with the chosen passkey; `undefined` if this browser offers none
 * @throws any error of the challenge's call or of `navigator.credentials.get` (`NotAllowedError`: the user cancels)
 */
export async function choosePasskey(ending: AbortSignal): Promise<(() => Promise<Credentials>) | undefined> {
  if (!(await canOfferPasskeys())) return undefined;
  for (;;) {
    const options = await getRequestOptions(ending);
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const renewal = AbortSignal.timeout(renewAfter);
    const signal = AbortSignal.any([ending, renewal]);
    try {
      ending.throwIfAborted();
      const chosen = await navigator.credentials.get({ publicKey, mediation: 'conditional', signal });
      if (!(chosen instanceof PublicKeyCredential)) return undefined;
      return () => logInWith(chosen, options.rpId);
    } catch (error) {
      if (ending.aborted || !renewal.aborted) throw error;
      await untilVisible(ending);
    }
  }
}

async function canOfferPasskeys(): Promise<boolean> {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    'toJSON' in PublicKeyCredential.prototype &&
    'isConditionalMediationAvailable' in PublicKeyCredential &&
    (await PublicKeyCredential.isConditionalMediationAvailable())
  );
}

async function logInWith(chosen: PublicKeyCredential, rpId: string): Promise<Credentials> {
  try {
    return await logInByPasskey(chosen.toJSON());
  } catch (error) {
    if (isRefusal(error, 'unknown_passkey')) await forgetPasskey(chosen.id, rpId);
    throw error;
  }
}

/** Resolves once the tab is visible. A hidden tab needs no new challenge, as the user cannot choose a passkey in it. */
function untilVisible(ending: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () => document.visibilityState === 'visible' && resolve();
  const end = () => reject(ending.reason);
  document.addEventListener('visibilitychange', look);
  ending.addEventListener('abort', end);
  look();
  return promise.finally(() => {
    document.removeEventListener('visibilitychange', look);
    ending.removeEventListener('abort', end);
  });
}
