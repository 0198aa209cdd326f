import { execFile } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** One of the operator's commands, as `npm run` starts it. */
export function command(
  name: 'backup' | 'restore' | 'move',
  args: string[],
  env: { DATA_DIR: string; DATABASE_URL?: string },
): Promise<{ code: number; said: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; said: string }>();
  const environment = { PATH: process.env.PATH, ...env };
  const file = path.join(root, `src/server/${name}.ts`);
  execFile(process.execPath, [file, ...args], { env: environment }, (error, stdout, stderr) => {
    resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, said: `${stdout}${stderr}`.trim() });
  });
  return promise;
}
