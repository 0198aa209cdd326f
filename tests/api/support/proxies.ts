import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { connect } from 'node:tls';
import { freePort } from '../../browser/support/free-port.ts';
import { ownGroup } from '../../browser/support/process-group.ts';
import { runMark } from '../../left-processes.ts';
import { scaled } from '../../test-run.ts';
import { findProgram } from './debian-programs.ts';
import { temporaryFolder } from './stores.ts';

const deployFolder = path.resolve(import.meta.dirname, '../../../src/server/deploy');

export type ReverseProxy = AsyncDisposable & {
  /** The https address on loopback that readers use. */
  origin: string;
  port: number;
  /** The port without TLS. */
  plainPort: number;
  /** The certificate of the authority that signed the proxy's certificate. */
  ca: string;
};

export type ProxyOptions = {
  /** The ports of the servers behind the proxy. */
  servers: [number, ...number[]];
  /** Replacements that this test makes in the shipped configuration: from, to. */
  changes?: [string, string][];
};

export type ProxyKind = {
  name: 'Caddy' | 'nginx';
  /** False if the program is not installed and cannot be unpacked. */
  isHere: boolean;
  open(options: ProxyOptions): Promise<ReverseProxy>;
};

/** Caddy's path. An unpacked program is not on the `PATH`. */
export const caddyProgram = findProgram('caddy', ['version']);
const nginxProgram = findProgram('nginx', ['-v']);
const openssl = findProgram('openssl', ['version']);

export const caddy: ProxyKind = { name: 'Caddy', isHere: caddyProgram !== undefined, open: openCaddy };
export const nginx: ProxyKind = {
  name: 'nginx',
  isHere: nginxProgram !== undefined && openssl !== undefined,
  open: openNginx,
};

/** Reads the shipped file and makes the replacements. Throws if one of them does not apply. */
async function readShipped(name: string, changes: [string, string][]): Promise<string> {
  let config = await readFile(path.join(deployFolder, name), 'utf8');
  for (const [from, to] of changes) {
    if (!config.includes(from)) throw new Error(`${name} has no ${from}`);
    config = config.replaceAll(from, to);
  }
  return config;
}

async function openCaddy({ servers, changes = [] }: ProxyOptions): Promise<ReverseProxy> {
  await using owned = new AsyncDisposableStack();
  const { folder, ...temporary } = await temporaryFolder();
  owned.use(temporary);
  const [port, plainPort] = [await freePort(), await freePort()];
  // Caddy's own authority signs for localhost, and is not installed as trusted on this machine.
  const testing = `{\n\tadmin off\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tservers {`;
  const config = await readShipped('Caddyfile', [
    ['{\n\tservers {', testing],
    ['\nblog.example {', '\nlocalhost {\n\ttls internal'],
    ['127.0.0.1:3000', servers.map((server) => `127.0.0.1:${server}`).join(' ')],
    ...changes,
  ]);
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, config);
  const places = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const environment = { PATH: process.env.PATH, [runMark]: process.env[runMark], ...places };
  const args = ['run', '--config', file, '--adapter', 'caddyfile'];
  owned.use(
    run(spawn(caddyProgram ?? '', args, { detached: true, env: environment, stdio: ['ignore', 'ignore', 'pipe'] })),
  );
  const root = path.join(folder, 'caddy/pki/authorities/local/root.crt');
  return await opened({ port, plainPort, root, owned });
}

async function openNginx({ servers, changes = [] }: ProxyOptions): Promise<ReverseProxy> {
  await using owned = new AsyncDisposableStack();
  const { folder, ...temporary } = await temporaryFolder();
  owned.use(temporary);
  const [port, plainPort] = [await freePort(), await freePort()];
  const [certificate, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')];
  sign(certificate, key);
  const site = await readShipped('nginx.conf', [
    ['    listen [::]:443 ssl http2 default_server;\n', ''],
    ['    listen [::]:443 ssl http2;\n', ''],
    ['    listen [::]:80 default_server;\n', ''],
    ['    listen [::]:80;\n', ''],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['listen 80', `listen 127.0.0.1:${plainPort}`],
    ['blog.example;', 'localhost;'],
    ['/etc/letsencrypt/live/blog.example/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/blog.example/privkey.pem', key],
    ['127.0.0.1:3000 ', `127.0.0.1:${servers[0]} `],
    ['# server 127.0.0.1:3001 ', servers[1] === undefined ? '# ' : `server 127.0.0.1:${servers[1]} `],
    ...changes,
  ]);
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  await mkdir(path.join(folder, 'logs'));
  const isRoot = process.getuid?.() === 0;
  await writeFile(path.join(folder, 'site.conf'), site);
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `${isRoot ? 'user root;' : ''} daemon off; pid ${folder}/nginx.pid; error_log ${folder}/error.log; worker_processes 1;
     events { worker_connections 1024; }
     http { access_log off; ${temporaryPaths.join(' ')} include ${folder}/site.conf; }`,
  );
  const args = ['-p', folder, '-c', 'nginx.conf', '-e', `${folder}/error.log`];
  owned.use(run(spawn(nginxProgram ?? '', args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })));
  return await opened({ port, plainPort, root: certificate, owned });
}

/** Signs a certificate for localhost that only the test trusts. */
function sign(certificate: string, key: string): void {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync(openssl ?? '', ['req', '-x509', ...made, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
}

/** Returns a disposable that ends the program. The program also ends when the run is interrupted. */
function run(child: ChildProcess): AsyncDisposable {
  // An unread pipe would fill up and block the program.
  child.stderr?.resume();
  const group = ownGroup(child);
  return { [Symbol.asyncDispose]: () => group.kill() };
}

async function opened(how: { port: number; plainPort: number; root: string; owned: AsyncDisposableStack }) {
  const { port, plainPort, root, owned } = how;
  for (
    const deadline = Date.now() + scaled(30_000);
    !(existsSync(root) && (await isOpen(port, root)));
    await setTimeout(50)
  ) {
    if (Date.now() > deadline) throw new Error('the proxy did not open');
  }
  const ca = await readFile(root, 'utf8');
  const open = owned.move();
  return {
    origin: `https://localhost:${port}`,
    port,
    plainPort,
    ca,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** Returns whether the proxy accepts TLS connections. Caddy listens before it has a certificate. */
async function isOpen(port: number, root: string): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port, ca: await readFile(root), servername: 'localhost' });
  try {
    await once(socket, 'secureConnect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export type Answer = { status: number; headers: IncomingMessage['headers']; body: string };

type Ask = { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent };

/** Sends a request through the proxy, over verified TLS. Returns the response without decompressing it. */
export async function ask({ port, ca }: ReverseProxy, pathname: string, { body, ...how }: Ask = {}): Promise<Answer> {
  const length = body === undefined ? {} : { 'Content-Length': `${Buffer.byteLength(body)}` };
  const options: RequestOptions = {
    host: '127.0.0.1',
    port,
    ca,
    servername: 'localhost',
    path: pathname,
    method: how.method ?? 'GET',
    headers: { Host: `localhost:${port}`, ...how.headers, ...length },
    ...(how.agent && { agent: how.agent }),
  };
  const sending = request(options);
  // A server may refuse a body without reading it, so a failed write is no error here.
  sending.on('error', () => sending.destroy());
  const answered: Promise<IncomingMessage[]> = once(sending, 'response');
  sending.end(body);
  const [answer] = await answered;
  if (!answer) throw new Error('no answer');
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}

export const keepingAlive = () => new Agent({ keepAlive: true, maxSockets: 1 });
