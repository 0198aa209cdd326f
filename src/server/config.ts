import * as v from 'valibot';

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

const environmentSchema = v.object({
  PORT: portSchema,
  HOST: v.optional(v.string()),
  DATA_DIR: v.optional(v.string(), 'data'),
  DATABASE_URL: databaseUrlSchema,
  SAMPLE_POSTS: v.optional(v.picklist(['0', '1'], 'SAMPLE_POSTS must be 0 or 1'), '1'),
});

export type Config = {
  /** 0 takes any free port. */
  port: number;
  /** Unset: every address of this machine, IPv6 and IPv4. */
  host?: string | undefined;
  /** Where the embedded database lies. Unused when `databaseUrl` is set. */
  dataDir: string;
  /** PostgreSQL; unset: the embedded database. */
  databaseUrl?: string | undefined;
  /** Whether a new embedded database starts with the sample posts. */
  samplePosts: boolean;
  /** The built app; unset: the calls are answered and no page is. */
  clientDir?: string | undefined;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
};

/** What a person who starts the server got wrong, in one line for them. */
export class ConfigError extends Error {}

/** @throws {ConfigError} naming the variable. An empty variable counts as unset, as most launchers can't unset one. */
export function readConfig(environment: NodeJS.ProcessEnv): Omit<Config, 'clientDir'> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const read = v.safeParse(environmentSchema, given);
  if (!read.success) throw new ConfigError(read.issues[0].message);
  const { PORT, HOST, DATA_DIR, DATABASE_URL, SAMPLE_POSTS } = read.output;
  return {
    port: PORT,
    host: HOST,
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    samplePosts: SAMPLE_POSTS === '1',
    logLevel: 'info',
  };
}
