import { execFile } from 'node:child_process';
import path from 'node:path';
import { inject } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** The files that the scripts in package.json start. */
const files = {
  backup: 'backup',
  restore: 'restore',
  move: 'move',
  user: 'user-commands',
  post: 'post-commands',
  site: 'site-commands',
} as const;

/** `said` is the text on standard output and standard error together. */
type Outcome = { code: number; said: string; stdout: string };

/**
 * Runs one of the operator's commands as `npm run` does.
 * @param fileSize the largest file that it may write, in blocks of 512 bytes
 */
export function command(
  name: keyof typeof files,
  args: string[],
  env: Record<string, string>,
  fileSize: number | 'unlimited' = 'unlimited',
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  // A command spends half of its start on compiling, so compiled code is cached.
  const compiled = path.join(path.dirname(inject('serverMain')), '../compiled');
  const environment = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiled, ...env };
  const file = path.join(root, `src/server/cli/${files[name]}.ts`);
  const limited = ['-c', `ulimit -f ${fileSize}; exec "$0" "$@"`, process.execPath, file, ...args];
  const child = execFile('sh', limited, { env: environment }, (error, stdout, stderr) => {
    resolve({
      code: typeof error?.code === 'number' ? error.code : error ? -1 : 0,
      said: `${stdout}${stderr}`.trim(),
      stdout,
    });
  });
  child.stdin?.end();
  return promise;
}
