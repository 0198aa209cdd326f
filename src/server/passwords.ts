import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's first choice for argon2id with 19 MiB; memory in KiB. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** Stands in where there is no account, so that a login takes as long for an unknown email as for a known one. */
const nobodysHash = encode(cost, Buffer.alloc(16), Buffer.alloc(tagLength));

/** A hash no password fits, for an account nobody can log in to. */
export const unverifiableHash = '*';

/** @returns a PHC string, which carries its cost with it, so that the cost can be raised for new passwords */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  return encode(cost, nonce, await derive('argon2id', parameters(password, nonce, cost)));
}

/** Does the same work whether there is a hash or not. */
export async function verifyPassword(password: string, hash: string = nobodysHash): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = phc.exec(hash) ?? phc.exec(nobodysHash) ?? [];
  const expected = Buffer.from(tag, 'base64');
  const stored = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await derive('argon2id', parameters(password, Buffer.from(nonce, 'base64'), stored));
  return phc.test(hash) && hash !== nobodysHash && timingSafeEqual(actual, expected);
}

/** The same letters typed on another system may arrive composed differently: NFKC (NIST SP 800-63B). */
function parameters(password: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost): Argon2Parameters {
  return { message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength };
}

function encode({ memory, passes, parallelism }: typeof cost, nonce: Buffer, tag: Buffer): string {
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}
