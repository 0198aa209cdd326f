import crypto from 'node:crypto';
import { createRequire } from 'node:module';
import sqlite from 'node:sqlite';
import { type DatabaseWatch, databaseClassOf } from './database-watch.ts';
import { type commonGlobals, type Realm, uuidOf } from './realm.ts';
import { sharpOf } from './sharp.ts';

const nodeRequire = createRequire(import.meta.url);

interface Environment {
  globals: ReturnType<typeof commonGlobals>;
  realm: Realm;
  watch: DatabaseWatch;
}

/** Returns a stand-in if the module uses timers, random numbers, threads or a database; otherwise the real module. */
export function nodeModule(name: string, { globals, realm, watch }: Environment): unknown {
  switch (name.replace(/^node:/, '')) {
    case 'timers/promises':
      return {
        setTimeout: (ms: number, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
          new Promise((resolve, reject) => {
            if (signal) realm.turns.whenAborted(signal, () => reject(signal.reason));
            globals.setTimeout(() => resolve(value), ms);
          }),
        setImmediate: (value?: unknown) =>
          new Promise((resolve) => realm.turns.soon(realm, 'immediate', () => resolve(value))),
      };
    case 'crypto': {
      const randomBytes = (length: number) => Buffer.from(globals.crypto.getRandomValues(new Uint8Array(length)));
      const argon2 = (_: string, { message, nonce }: { message: string; nonce: Buffer }, done: Hashed) =>
        realm.turns.soon(realm, 'a password is hashed', () =>
          done(null, crypto.createHash('sha256').update(nonce).update(message).digest()),
        );
      return { ...crypto, randomBytes, randomUUID: () => uuidOf(randomBytes(16)), argon2, webcrypto: globals.crypto };
    }
    case 'sharp':
      return sharpOf(realm);
    case 'sqlite':
      return { ...sqlite, DatabaseSync: databaseClassOf(watch) };
    default:
      return nodeRequire(name);
  }
}

type Hashed = (error: Error | null, key: Buffer) => void;
