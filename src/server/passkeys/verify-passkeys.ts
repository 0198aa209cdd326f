import type { NewPasskey, PasskeyLogin } from '../../contract/account-passkeys.ts';
import type { ProblemCode } from '../../contract/problems.ts';
import { HttpError } from '../process/http-error.ts';

/** The relying party: the site's origin, and its host as the id. */
export type PasskeySite = { origin: string; host: string };

/** COSE algorithm identifiers: ES256, which nearly every authenticator supports, and RS256 for the others. */
export const algorithms = [-7, -257];

/** In bytes: enough for an RSA key of 8,192 bits. Larger keys take longer to verify. */
const longestPublicKey = 1_100;

/** Loads the library when it is first used, because loading its dependencies takes a fifth of a second. */
const library = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
});

/**
 * Returns the challenge that was signed, according to the browser.
 * @throws {HttpError} `refusal`, if no browser can have sent this
 */
export async function challengeIn({ response }: NewPasskey | PasskeyLogin, refusal: ProblemCode): Promise<string> {
  const { decodeClientDataJSON } = await library();
  return refusing(refusal, () => {
    const challenge: unknown = decodeClientDataJSON(response.clientDataJSON).challenge;
    if (typeof challenge !== 'string') throw new Error('the challenge is no text');
    return challenge;
  });
}

/**
 * Checks that a new passkey was made for this challenge and site, and that the authenticator has verified the person.
 * @throws {HttpError} passkey_refused
 */
export async function verifyNewPasskey(passkey: NewPasskey, challenge: string, { origin, host }: PasskeySite) {
  const { verifyRegistrationResponse, decodeAttestationObject, isoBase64URL } = await library();
  return refusing('passkey_refused', async () => {
    // The server asks for no attestation, so browsers send none, or a self attestation. For an attestation with
    // certificates, the library would fetch revocation lists from any address that the certificates name.
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(passkey.response.attestationObject));
    const isSelfMade = attestation.get('fmt') === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
    if (attestation.get('fmt') !== 'none' && !isSelfMade) throw new Error('an attestation was not asked for');
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) throw new Error('the attestation does not fit');
    const { credential, aaguid } = registrationInfo;
    if (credential.id !== passkey.id) throw new Error('the passkey has another id');
    if (credential.publicKey.length > longestPublicKey) throw new Error('the public key is too long');
    const publicKey = isoBase64URL.fromBuffer(credential.publicKey);
    return { id: credential.id, publicKey, counter: credential.counter, aaguid };
  });
}

/**
 * Checks that a passkey has signed this challenge for this site, and that the authenticator has verified its owner.
 * @returns the passkey's counter: how often it claims to have signed
 * @throws {HttpError} wrong_passkey
 */
export async function verifyPasskeyLogin(
  login: PasskeyLogin,
  challenge: string,
  publicKey: string,
  { origin, host }: PasskeySite,
): Promise<number> {
  const { verifyAuthenticationResponse, isoBase64URL } = await library();
  return refusing('wrong_passkey', async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...login, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      // The caller compares the counter in the update that stores it. Of two logins with the same counter, only one
      // passes.
      credential: { id: login.id, publicKey: isoBase64URL.toBuffer(publicKey), counter: 0 },
    });
    if (!verified) throw new Error('the signature does not fit');
    return authenticationInfo.newCounter;
  });
}

/** Turns every error of the library into a refusal: the library only checks input, so it fails only for bad input. */
async function refusing<T>(code: ProblemCode, verify: () => T | Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (cause) {
    throw new HttpError(code, {}, { cause });
  }
}
