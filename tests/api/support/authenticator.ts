import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  NewPasskey,
  PasskeyCreationOptions,
  PasskeyLogin,
  PasskeyRequestOptions,
} from '../../../src/contract/account-passkeys.ts';

/** Bits of the authenticator data (WebAuthn, 6.1). */
export const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

/** A value that CBOR (RFC 8949) can encode. */
export type Cbor = Parameters<typeof isoCBOR.encode>[0];

/** How a fake authenticator or browser deviates from the standard. */
export type Odd = {
  challenge?: unknown;
  origin?: string;
  host?: string;
  type?: string;
  flags?: number;
  counter?: number;
  id?: string;
  attestation?: Record<string, Cbor>;
  /** The passkey's public key in COSE (RFC 9052, 7). */
  publicKey?: Map<number, Cbor>;
};

/** Returns a fake authenticator with one passkey (ES256), which also plays the part of the browser. */
export function makeAuthenticator({ origin = 'http://localhost:3000', aaguid = Buffer.alloc(16) } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const ownKey = new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = randomBytes(16).toString('base64url');

  const clientData = (type: string, challenge: string, odd: Odd) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...given(odd, clientFields) }));

  const authenticatorData = (host: string, odd: Odd, more = Buffer.alloc(0), extra = 0) => {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(odd.counter ?? counter);
    const bits = Buffer.from([(odd.flags ?? flags.present | flags.verified) | extra]);
    return Buffer.concat([sha256(odd.host ?? host), bits, counted, more]);
  };

  const base = (odd: Odd) => {
    const encoded = odd.id ?? id.toString('base64url');
    return { id: encoded, rawId: encoded, type: 'public-key' as const };
  };

  return {
    id: id.toString('base64url'),
    /** Lets the authenticator count its signatures from now on. */
    count() {
      counter = 1;
    },
    create(options: PasskeyCreationOptions, odd: Odd = {}): NewPasskey {
      userHandle = options.user.id;
      const cose = cbor(odd.publicKey ?? ownKey);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([aaguid, length, id, cose]);
      const authData = authenticatorData(options.rp.id, odd, attested, flags.attested);
      const attestation = { fmt: 'none', attStmt: new Map(), ...odd.attestation, authData };
      const response = {
        clientDataJSON: clientData('webauthn.create', options.challenge, odd).toString('base64url'),
        attestationObject: cbor(new Map(Object.entries(attestation))).toString('base64url'),
      };
      return { ...base(odd), response };
    },
    get(options: PasskeyRequestOptions, odd: Odd = {}): PasskeyLogin {
      if (counter > 0) counter++;
      const client = clientData('webauthn.get', options.challenge, odd);
      const data = authenticatorData(options.rpId, odd);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      };
      return { ...base(odd), response };
    },
  };
}

export type Authenticator = ReturnType<typeof makeAuthenticator>;

const clientFields = ['challenge', 'origin', 'type'] as const;

function given(odd: Odd, fields: readonly (keyof Odd)[]) {
  return Object.fromEntries(fields.filter((field) => field in odd).map((field) => [field, odd[field]]));
}

function sha256(data: Buffer | string): Buffer {
  return createHash('sha256').update(data).digest();
}

const cbor = (value: Cbor) => Buffer.from(isoCBOR.encode(value));
