import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { limits } from '../../contract/limits.ts';
import { WorkQueue } from '../process/work-queue.ts';

/**
 * Hashes two passwords at once, on half of Node's thread pool (4 threads by default). Compression, DNS and files share
 * that pool, and once waited behind three hundred logins. One hash takes about 30 ms.
 */
const hashing = new WorkQueue({ atOnce: 2, waiting: 200, waitTimeoutMs: 10_000 });

const derivation = promisify(argon2);
// limited-attempts.ts already lets clients' networks take turns, so here all tasks queue as one network, ''.
const derive = (of: Argon2Parameters) => hashing.run(() => derivation('argon2id', of), '');

/** OWASP's recommendation for argon2id with 19 MiB; `memory` in KiB. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** Used for a login whose email has no account, so that a login takes equally long for known and unknown emails. */
const nobodysHash = encode(cost, Buffer.alloc(16), Buffer.alloc(tagLength));

/** Stored as the hash of an account that nobody can log in to: no password matches it. */
export const unverifiableHash = '*';

/**
 * Hashes a password for storage.
 * @param password no longer than `limits.password.max`, which registration checks
 * @returns a PHC string, which records its cost, so that the cost can be raised for new passwords
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  return encode(cost, nonce, await derive(parameters(password, nonce, cost)));
}

/** Whether the password matches the hash. Takes the same time without a hash, and for a password of any length. */
export async function verifyPassword(password: string, hash: string = nobodysHash): Promise<boolean> {
  const [, memory, passes, parallelism, nonce = '', tag = ''] = phc.exec(hash) ?? phc.exec(nobodysHash) ?? [];
  const expected = Buffer.from(tag, 'base64');
  // Longer passwords are never normalized: the time is quadratic in combining marks, and 768 KiB blocked the server for
  // 47 s.
  const isPossible = password.length <= limits.password.max;
  const stored = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const actual = await derive(parameters(isPossible ? password : '', Buffer.from(nonce, 'base64'), stored));
  return isPossible && phc.test(hash) && hash !== nobodysHash && timingSafeEqual(actual, expected);
}

/** Normalizes to NFKC, because another system may compose the same letters differently (NIST SP 800-63B). */
function parameters(password: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost): Argon2Parameters {
  return { message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength };
}

function encode({ memory, passes, parallelism }: typeof cost, nonce: Buffer, tag: Buffer): string {
  const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`;
}
