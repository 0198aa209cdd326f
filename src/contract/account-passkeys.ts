import * as v from 'valibot';
import { limits } from './limits.ts';

/** Bytes in base64url, as in the JSON of WebAuthn. */
const base64url = v.pipe(v.string(), v.maxLength(limits.requestBody), v.regex(/^[\w-]+$/));

/** A credential's id in base64url, chosen by the authenticator: at most 1,023 bytes (WebAuthn, 4: credential ID). */
export const passkeyIdSchema = v.pipe(v.string(), v.maxLength(1_364), v.regex(/^[\w-]+$/));

/** A passkey in the answer to `GET /auth/passkeys`, which lists the oldest first. Times are ISO 8601 in UTC. */
export const passkeySchema = v.object({
  id: passkeyIdSchema,
  /** The authenticator, or the device it was added on: "iCloud Keychain", "Firefox on Linux"; empty if unknown. */
  name: v.string(),
  createdAt: v.string(),
  /** `null` before the first login with this passkey. */
  lastUsedAt: v.nullable(v.string()),
});

const credential = { id: passkeyIdSchema, rawId: passkeyIdSchema, type: v.literal('public-key') };

/** The body of `POST /auth/passkeys`: `PublicKeyCredential.toJSON()` of a new passkey. Other fields are ignored. */
export const newPasskeySchema = v.object({
  response: v.object({
    ...credential,
    response: v.object({ clientDataJSON: base64url, attestationObject: base64url }),
  }),
});

/** The body of `POST /auth/passkeys/login`: `PublicKeyCredential.toJSON()` of the passkey that signed the challenge. */
export const passkeyLoginSchema = v.object({
  response: v.object({
    ...credential,
    response: v.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url,
    }),
  }),
});

/** The answer to `POST /auth/passkeys/options`, for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const passkeyCreationOptionsSchema = v.object({
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  challenge: v.string(),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  /** In milliseconds: how long the challenge is valid. */
  timeout: v.number(),
  attestation: v.literal('none'),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  /** The account's passkeys. An authenticator that has one of these creates no second passkey. */
  excludeCredentials: v.array(v.object({ type: v.literal('public-key'), id: v.string() })),
});

/** The answer to `POST /auth/passkeys/login-options`, for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const passkeyRequestOptionsSchema = v.object({
  rpId: v.string(),
  challenge: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
});

export type Passkey = v.InferOutput<typeof passkeySchema>;
export type NewPasskey = v.InferOutput<typeof newPasskeySchema>['response'];
export type PasskeyLogin = v.InferOutput<typeof passkeyLoginSchema>['response'];
export type PasskeyCreationOptions = v.InferOutput<typeof passkeyCreationOptionsSchema>;
export type PasskeyRequestOptions = v.InferOutput<typeof passkeyRequestOptionsSchema>;
