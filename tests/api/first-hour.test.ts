// @module-tag exhaustive: drives Caddy, other people's program
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { callPaths } from '../../src/contract/paths.ts';
import { freePort } from '../browser/support/free-port.ts';
import { parse, textOf, textsOf } from './support/pages-backend.ts';
import { ask, caddy, caddyProgram, type ReverseProxy } from './support/proxies.ts';
import { originOf, start } from './support/server-process.ts';
import { openSqliteDatabase, temporaryFolder } from './support/stores.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

/** Returns the commands of the README's section "A blog of your own", in their order. */
async function readCommands(): Promise<string[]> {
  const readme = await readFile(path.join(root, 'README.md'), 'utf8');
  const [, section = ''] = readme.split('\n## A blog of your own\n');
  const [, block = ''] = section.split('```sh\n');
  return block.slice(0, block.indexOf('```')).trim().split('\n');
}

/** Commands that the test skips: it installs nothing, uses the suite's build, and starts services itself. */
const leftOut = [/^apt-get install /, /^git clone /, /^npm ci && npm run build$/, /^systemctl enable /];

/** Fakes a server machine: `/etc`, home and database are temporary, and commands run in this repository. */
async function openMachine() {
  await using owned = new AsyncDisposableStack();
  const { folder, ...temporary } = await temporaryFolder();
  owned.use(temporary);
  const database = owned.use(await openSqliteDatabase());
  const etc = path.join(folder, 'etc');
  for (const name of ['systemd/system', 'caddy']) await mkdir(path.join(etc, name), { recursive: true });
  const [exporting = '', ...commands] = await readCommands();
  const here = (command: string) =>
    command
      .replaceAll(' /etc/', ` ${etc}/`)
      .replaceAll('/var/lib/storyline', database.dataDir)
      .replace('SITE=blog.example', 'SITE=leila.example')
      .replace(' && systemctl restart caddy', '');
  const open = owned.move();
  return {
    home: folder,
    etc,
    database,
    commands: [exporting, ...commands],
    /** Runs a command of the README, with temporary paths in place of the system's paths. */
    async runCommand(command: string) {
      const env = { PATH: process.env.PATH, HOME: folder };
      await run('sh', ['-ec', `${here(exporting)}\n${here(command)}`], { cwd: root, env });
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(?:Environment=)?([A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name, value]));

async function register(proxy: ReverseProxy, email: string): Promise<number> {
  const body = JSON.stringify({ name: 'Leila', email, password: 'correct horse battery' });
  const headers = { 'Content-Type': 'application/json' };
  return (await ask(proxy, callPaths.register, { method: 'POST', headers, body })).status;
}

test.skipIf(!caddy.isHere)('at most ten commands from the README set up a blog behind Caddy', async () => {
  await using machine = await openMachine();
  const { etc, home, commands, database, runCommand } = machine;
  expect(commands.length).toBeLessThanOrEqual(10);
  await writeFile(path.join(home, 'imprint.md'), '# Imprint\n\nLeila, in Cairo.\n');
  const port = await freePort();
  await using proxy = await caddy.open({ servers: [port] });
  await using servers = new AsyncDisposableStack();
  for (const command of commands.slice(1)) {
    if (!leftOut.some((pattern) => pattern.test(command))) await runCommand(command);
    if (!command.startsWith('systemctl enable ')) continue;
    // Starts the server as systemd does, with the unit's settings and then the operator's. NODE_ENV is left out, as the
    // suite's build cannot render pages with production libraries.
    const unit = settingsOf(await readFile(path.join(etc, 'systemd/system/storyline@.service'), 'utf8'));
    const set = settingsOf(await readFile(path.join(etc, 'storyline.env'), 'utf8'));
    expect(set).toEqual({ PUBLIC_ORIGIN: 'https://leila.example', SAMPLE_POSTS: '0' });
    const { PATH: _, NODE_ENV: __, ...environment } = { ...unit, ...set };
    const server = servers.use(start({ ...environment, PORT: `${port}`, DATA_DIR: database.dataDir }));
    await originOf(server);
    server.stdout?.resume();
    server.stderr?.resume();
  }
  const config = await readFile(path.join(etc, 'caddy/Caddyfile'), 'utf8');
  expect(config).toContain('\nleila.example {');
  await run(caddyProgram ?? '', ['adapt', '--config', path.join(etc, 'caddy/Caddyfile'), '--adapter', 'caddyfile']);
  const list = parse((await ask(proxy, '/home')).body);
  expect(textOf(list, '.bar-product span')).toBe("Leila's blog");
  expect(textsOf(list, '.card-title')).toEqual([]);
  expect(textsOf(list, 'footer nav[aria-label="Pages"] a')).toEqual(['Imprint']);
  const imprint = await ask(proxy, '/page/imprint');
  expect(imprint.body).toContain('<link rel="canonical" href="https://leila.example/page/imprint">');
  expect(textOf(parse(imprint.body), '.prose')).toBe('Leila, in Cairo.');
  expect([await register(proxy, 'leila@leila.example'), await register(proxy, 'spam@spam.example')]).toEqual([
    201, 403,
  ]);
});
