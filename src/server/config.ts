import * as v from 'valibot';
import { imageLimits } from '../contract/images.ts';
import { defaultQuotas } from './access/attempt-quotas.ts';
import { usualRule } from './accounts/registration-rules.ts';
import type { ConnectionBounds } from './connections/connections.ts';
import type { ClientTimeouts } from './connections/listener.ts';
import type { AppOptions } from './create-app.ts';
import { readAddresses } from './http/ip-addresses.ts';
import { defaultUploadLimits, mostStored } from './images/image-limits.ts';
import { defaultPostingLimits, longestStoredPost } from './posts/posting-limits.ts';
import { ConfigError } from './process/config-error.ts';
import type { LogLevel } from './process/log.ts';
import type { DatabaseConfig } from './store/open-store.ts';

/** In bytes, with its forms: a longer one would be refused for ever. */
const largestImage = mostStored(imageLimits.side, imageLimits.bytes);

const portSchema = v.pipe(
  v.optional(v.string(), '3000'),
  v.regex(/^\d{1,5}$/, 'PORT must be a number from 0 to 65535'),
  v.transform(Number),
  v.maxValue(65_535, 'PORT must be a number from 0 to 65535'),
);

const databaseUrlSchema = v.optional(
  v.pipe(
    v.string(),
    v.check(
      (url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol),
      'DATABASE_URL must look like postgres://user:password@host:5432/name',
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

const publicOriginSchema = v.optional(
  v.pipe(v.string(), v.check(isOrigin, 'PUBLIC_ORIGIN must be an origin such as https://blog.example.org')),
);

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

function quotaSchema(name: string, usual: number) {
  return limitSchema(name, usual, 1_000_000, 'of attempts');
}

/** Counts are stored as 32-bit integers, so `most` must stay below 2 ** 31. */
function limitSchema(name: string, usual: number, most: number, ofWhat: string) {
  const message = `${name} must be a number ${ofWhat} from 0 (any number) to ${most}`;
  return v.pipe(
    v.optional(v.string(), `${usual}`),
    v.regex(/^\d{1,10}$/, message),
    v.transform(Number),
    v.maxValue(most, message),
  );
}

const environmentSchema = v.object({
  PORT: portSchema,
  HOST: v.optional(v.string()),
  DATA_DIR: v.optional(v.string(), 'data'),
  DATABASE_URL: databaseUrlSchema,
  SAMPLE_POSTS: v.optional(v.picklist(['0', '1'], 'SAMPLE_POSTS must be 0 or 1'), '1'),
  TRUST_PROXY: trustProxySchema,
  PUBLIC_ORIGIN: publicOriginSchema,
  REGISTRATION: v.optional(v.picklist(['open', 'invite', 'closed'], 'REGISTRATION must be open, invite or closed')),
  CORS_ORIGIN: corsOriginSchema,
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'METRICS_TOKEN must have at least 16 characters'))),
  LOGINS_PER_ACCOUNT: quotaSchema('LOGINS_PER_ACCOUNT', defaultQuotas.loginsPerAccount),
  LOGINS_PER_ACCOUNT_TOTAL: quotaSchema('LOGINS_PER_ACCOUNT_TOTAL', defaultQuotas.loginsPerAccountTotal),
  LOGINS_PER_ADDRESS: quotaSchema('LOGINS_PER_ADDRESS', defaultQuotas.loginsPerAddress),
  REGISTRATIONS_PER_ACCOUNT: quotaSchema('REGISTRATIONS_PER_ACCOUNT', defaultQuotas.registrationsPerAccount),
  REGISTRATIONS_PER_ADDRESS: quotaSchema('REGISTRATIONS_PER_ADDRESS', defaultQuotas.registrationsPerAddress),
  POSTS_PER_ACCOUNT: limitSchema('POSTS_PER_ACCOUNT', defaultPostingLimits.posts, 1_000_000, 'of posts'),
  POST_BYTES_PER_ACCOUNT: v.pipe(
    limitSchema('POST_BYTES_PER_ACCOUNT', defaultPostingLimits.bytes, 2_000_000_000, 'of bytes'),
    // A longer post than this would be refused for ever, and its author's device would send it again for ever.
    v.check(
      (bytes) => bytes === 0 || bytes >= longestStoredPost,
      `POST_BYTES_PER_ACCOUNT must be 0 (no limit) or at least ${longestStoredPost}, the longest post`,
    ),
  ),
  IMAGES_PER_ACCOUNT: limitSchema('IMAGES_PER_ACCOUNT', defaultUploadLimits.images, 1_000_000, 'of images'),
  IMAGE_BYTES_PER_ACCOUNT: v.pipe(
    limitSchema('IMAGE_BYTES_PER_ACCOUNT', defaultUploadLimits.bytes, 2_000_000_000, 'of bytes'),
    v.check(
      (bytes) => bytes === 0 || bytes >= largestImage,
      `IMAGE_BYTES_PER_ACCOUNT must be 0 (no limit) or at least ${largestImage}, the largest image with its forms`,
    ),
  ),
});

export type Config = Omit<AppOptions, 'renderThreads'> &
  DatabaseConfig & {
    /** The built file that renders pages in threads of their own; unset: pages are rendered in the main thread. */
    renderThread?: string | undefined;
    /** The built file that indexes posts in threads of their own; unset: they are indexed in the main thread. */
    indexThread?: string | undefined;
    /** 0 takes any free port. */
    port: number;
    /** The address to listen on; unset: every address of this machine, IPv6 and IPv4. */
    host?: string | undefined;
    /** The file descriptor of a socket that is listening already; unset: the server listens on `port` and `host`. */
    socket?: number | undefined;
    /** Whether a new SQLite database starts with the sample posts. */
    samplePosts: boolean;
    /** The folder of the built app; unset: the server answers calls only, and serves no pages. */
    clientDir?: string | undefined;
    /** How long a client may take; unset: the listener's defaults. */
    timeouts?: ClientTimeouts | undefined;
    /** How many connections there may be; unset: `defaultConnectionBounds`. */
    connectionBounds?: ConnectionBounds | undefined;
    logLevel: LogLevel;
  };

/**
 * An empty variable counts as unset, because most launchers can't unset one.
 * @throws {ConfigError} naming the variable
 */
export function readConfig(environment: NodeJS.ProcessEnv): Omit<Config, 'clientDir'> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const read = v.safeParse(environmentSchema, given);
  if (!read.success) throw new ConfigError(read.issues[0].message);
  const {
    PORT,
    HOST,
    DATA_DIR,
    DATABASE_URL,
    SAMPLE_POSTS,
    TRUST_PROXY,
    CORS_ORIGIN,
    PUBLIC_ORIGIN,
    REGISTRATION,
    METRICS_TOKEN,
    POSTS_PER_ACCOUNT,
    POST_BYTES_PER_ACCOUNT,
    IMAGES_PER_ACCOUNT,
    IMAGE_BYTES_PER_ACCOUNT,
    ...quotas
  } = read.output;
  return {
    port: PORT,
    host: HOST,
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    samplePosts: SAMPLE_POSTS === '1',
    trustProxy: TRUST_PROXY,
    publicOrigin: PUBLIC_ORIGIN,
    registration: REGISTRATION ?? usualRule(PUBLIC_ORIGIN),
    corsOrigins: CORS_ORIGIN,
    metricsToken: METRICS_TOKEN,
    postingLimits: { posts: POSTS_PER_ACCOUNT, bytes: POST_BYTES_PER_ACCOUNT },
    uploadLimits: { images: IMAGES_PER_ACCOUNT, bytes: IMAGE_BYTES_PER_ACCOUNT },
    quotas: {
      loginsPerAccount: quotas.LOGINS_PER_ACCOUNT,
      loginsPerAccountTotal: quotas.LOGINS_PER_ACCOUNT_TOTAL,
      loginsPerAddress: quotas.LOGINS_PER_ADDRESS,
      registrationsPerAccount: quotas.REGISTRATIONS_PER_ACCOUNT,
      registrationsPerAddress: quotas.REGISTRATIONS_PER_ADDRESS,
    },
    logLevel: 'info',
  };
}
