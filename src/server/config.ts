import * as v from 'valibot';
import { readAddresses } from './addresses.ts';
import type { Access } from './http/app.ts';
import type { Patience } from './http/listener.ts';
import { usualQuotas } from './quotas.ts';

const portSchema = v.pipe(
  v.optional(v.string(), '3000'),
  v.regex(/^\d{1,5}$/, 'PORT must be a number from 0 to 65535'),
  v.transform(Number),
  v.maxValue(65_535, 'PORT must be a number from 0 to 65535'),
);

const databaseUrlSchema = (variable: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check(
        (url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol),
        `${variable} must look like postgres://user:password@host:5432/name`,
      ),
    ),
  );

const trustProxySchema = v.optional(
  v.pipe(
    v.string(),
    v.transform(readAddresses),
    v.check((read) => read !== undefined, 'TRUST_PROXY must be addresses and networks such as 127.0.0.1,10.0.0.0/8'),
  ),
);

const corsOriginSchema = v.optional(
  v.pipe(
    v.string(),
    v.transform((list) => list.split(',').map((origin) => origin.trim())),
    v.everyItem(isOrigin, 'CORS_ORIGIN must be origins such as https://blog.example.org,https://example.com'),
  ),
);

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

function quotaSchema(name: string, usual: number) {
  const message = `${name} must be a number of attempts from 0 (any number) to 1000000`;
  return v.pipe(
    v.optional(v.string(), `${usual}`),
    v.regex(/^\d{1,7}$/, message),
    v.transform(Number),
    v.maxValue(1_000_000, message),
  );
}

const environmentSchema = v.object({
  PORT: portSchema,
  HOST: v.optional(v.string()),
  DATA_DIR: v.optional(v.string(), 'data'),
  DATABASE_URL: databaseUrlSchema('DATABASE_URL'),
  DATABASE_REPLICA_URL: databaseUrlSchema('DATABASE_REPLICA_URL'),
  SAMPLE_POSTS: v.optional(v.picklist(['0', '1'], 'SAMPLE_POSTS must be 0 or 1'), '1'),
  TRUST_PROXY: trustProxySchema,
  CORS_ORIGIN: corsOriginSchema,
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'METRICS_TOKEN must have at least 16 characters'))),
  LOGINS_PER_ACCOUNT: quotaSchema('LOGINS_PER_ACCOUNT', usualQuotas.loginsPerAccount),
  LOGINS_PER_ADDRESS: quotaSchema('LOGINS_PER_ADDRESS', usualQuotas.loginsPerAddress),
  REGISTRATIONS_PER_ACCOUNT: quotaSchema('REGISTRATIONS_PER_ACCOUNT', usualQuotas.registrationsPerAccount),
  REGISTRATIONS_PER_ADDRESS: quotaSchema('REGISTRATIONS_PER_ADDRESS', usualQuotas.registrationsPerAddress),
});

export type Config = Access & {
  /** 0 takes any free port. */
  port: number;
  /** Unset: every address of this machine, IPv6 and IPv4. */
  host?: string | undefined;
  /** Where the embedded database lies. Unused when `databaseUrl` is set. */
  dataDir: string;
  /** PostgreSQL; unset: the embedded database. */
  databaseUrl?: string | undefined;
  /** A replica of that PostgreSQL, where public reads are answered; unset: they are asked of the primary. */
  replicaUrl?: string | undefined;
  /** Whether a new embedded database starts with the sample posts. */
  samplePosts: boolean;
  /** The built app; unset: the calls are answered and no page is. */
  clientDir?: string | undefined;
  /** How long a client may take; unset: as long as is usual. */
  patience?: Patience | undefined;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
};

/** What a person who starts the server got wrong, in one line for them. */
export class ConfigError extends Error {}

/** @throws {ConfigError} naming the variable. An empty variable counts as unset, as most launchers can't unset one. */
export function readConfig(environment: NodeJS.ProcessEnv): Omit<Config, 'clientDir'> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const read = v.safeParse(environmentSchema, given);
  if (!read.success) throw new ConfigError(read.issues[0].message);
  const {
    PORT,
    HOST,
    DATA_DIR,
    DATABASE_URL,
    DATABASE_REPLICA_URL,
    SAMPLE_POSTS,
    TRUST_PROXY,
    CORS_ORIGIN,
    METRICS_TOKEN,
    ...quotas
  } = read.output;
  if (DATABASE_REPLICA_URL && !DATABASE_URL) throw new ConfigError('DATABASE_REPLICA_URL needs a DATABASE_URL');
  return {
    port: PORT,
    host: HOST,
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    replicaUrl: DATABASE_REPLICA_URL,
    samplePosts: SAMPLE_POSTS === '1',
    trustProxy: TRUST_PROXY,
    corsOrigins: CORS_ORIGIN,
    metricsToken: METRICS_TOKEN,
    quotas: {
      loginsPerAccount: quotas.LOGINS_PER_ACCOUNT,
      loginsPerAddress: quotas.LOGINS_PER_ADDRESS,
      registrationsPerAccount: quotas.REGISTRATIONS_PER_ACCOUNT,
      registrationsPerAddress: quotas.REGISTRATIONS_PER_ADDRESS,
    },
    logLevel: 'info',
  };
}
