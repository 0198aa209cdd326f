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

/** In bytes: the largest image with all its variants. A lower limit of uploads would always refuse such an image. */
const largestImage = mostStored(imageLimits.side, imageLimits.bytes);

const portSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'PORT must be a number from 0 to 65535'),
  v.transform(Number),
  v.maxValue(65_535, 'PORT must be a number from 0 to 65535'),
);

const databaseUrlSchema = v.pipe(
  v.string(),
  v.check(
    (url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol),
    'DATABASE_URL must look like postgres://user:password@host:5432/name',
  ),
);

const trustProxySchema = v.pipe(
  v.string(),
  v.transform(readAddresses),
  v.check((read) => read !== undefined, 'TRUST_PROXY must be addresses and networks such as 127.0.0.1,10.0.0.0/8'),
);

const corsOriginSchema = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').map((origin) => origin.trim())),
  v.everyItem(isOrigin, 'CORS_ORIGIN must be origins such as https://blog.example.org,https://example.com'),
);

const publicOriginSchema = v.pipe(
  v.string(),
  v.check(isOrigin, 'PUBLIC_ORIGIN must be an origin such as https://blog.example.org'),
);

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

/**
 * Returns the schema of a limit. Counts are stored as 32-bit integers, so `most` must stay below 2 ** 31.
 * @param least the size of the largest item. A lower limit would always refuse it, and clients would retry for ever
 */
function limitSchema(name: string, most: number, ofWhat: string, least = { bytes: 0, what: '' }) {
  const message = `${name} must be a number ${ofWhat} from 0 (no limit) to ${most}`;
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,10}$/, message),
    v.transform(Number),
    v.maxValue(most, message),
    v.check(
      (limit) => limit === 0 || limit >= least.bytes,
      `${name} must be 0 (no limit) or at least ${least.bytes}, ${least.what}`,
    ),
  );
}

export type Config = Omit<AppOptions, 'renderThreads'> &
  DatabaseConfig & {
    /** The built file of the threads that render pages; unset: the main thread renders pages. */
    renderThread?: string | undefined;
    /** The built file of the threads that index posts; unset: the main thread indexes posts. */
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
 * Reads the settings. An empty variable counts as unset, because most launchers can't unset a variable.
 * @throws {ConfigError} when a variable is not valid. The message names the variable.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Omit<Config, 'clientDir'> {
  const read = <Schema extends v.GenericSchema>(name: string, schema: Schema): v.InferOutput<Schema> | undefined => {
    if (!environment[name]) return undefined;
    const found = v.safeParse(schema, environment[name]);
    if (!found.success) throw new ConfigError(found.issues[0].message);
    return found.output;
  };
  const count = (name: string, usual: number, ofWhat = 'of attempts') =>
    read(name, limitSchema(name, 1_000_000, ofWhat)) ?? usual;
  const bytes = (name: string, usual: number, least: { bytes: number; what: string }) =>
    read(name, limitSchema(name, 2_000_000_000, 'of bytes', least)) ?? usual;
  const publicOrigin = read('PUBLIC_ORIGIN', publicOriginSchema);
  const ruleSchema = v.picklist(['open', 'invite', 'closed'], 'REGISTRATION must be open, invite or closed');
  const tokenSchema = v.pipe(v.string(), v.minLength(16, 'METRICS_TOKEN must have at least 16 characters'));
  const samplesSchema = v.picklist(['0', '1'], 'SAMPLE_POSTS must be 0 or 1');
  return {
    port: read('PORT', portSchema) ?? 3_000,
    host: environment.HOST || undefined,
    dataDir: environment.DATA_DIR || 'data',
    databaseUrl: read('DATABASE_URL', databaseUrlSchema),
    samplePosts: read('SAMPLE_POSTS', samplesSchema) !== '0',
    trustProxy: read('TRUST_PROXY', trustProxySchema),
    publicOrigin,
    registration: read('REGISTRATION', ruleSchema) ?? usualRule(publicOrigin),
    corsOrigins: read('CORS_ORIGIN', corsOriginSchema),
    metricsToken: read('METRICS_TOKEN', tokenSchema),
    postingLimits: {
      posts: count('POSTS_PER_ACCOUNT', defaultPostingLimits.posts, 'of posts'),
      bytes: bytes('POST_BYTES_PER_ACCOUNT', defaultPostingLimits.bytes, {
        bytes: longestStoredPost,
        what: 'the longest post',
      }),
    },
    uploadLimits: {
      images: count('IMAGES_PER_ACCOUNT', defaultUploadLimits.images, 'of images'),
      bytes: bytes('IMAGE_BYTES_PER_ACCOUNT', defaultUploadLimits.bytes, {
        bytes: largestImage,
        what: 'the largest image with its forms',
      }),
    },
    quotas: {
      loginsPerAccount: count('LOGINS_PER_ACCOUNT', defaultQuotas.loginsPerAccount),
      loginsPerAccountTotal: count('LOGINS_PER_ACCOUNT_TOTAL', defaultQuotas.loginsPerAccountTotal),
      loginsPerAddress: count('LOGINS_PER_ADDRESS', defaultQuotas.loginsPerAddress),
      registrationsPerAccount: count('REGISTRATIONS_PER_ACCOUNT', defaultQuotas.registrationsPerAccount),
      registrationsPerAddress: count('REGISTRATIONS_PER_ADDRESS', defaultQuotas.registrationsPerAddress),
    },
    logLevel: 'info',
  };
}
