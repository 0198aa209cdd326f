import { getRequestListener } from '@hono/node-server';
import type { Plugin, ViteDevServer } from 'vite';
import { isBackendPath } from '../contract/paths.ts';
import { readConfig } from './config.ts';
import type { Backend } from './open-backend.ts';
import { createLog } from './process/log.ts';

/** A self-destroying worker: an earlier build on this origin may have left a worker that still serves that build. */
const leavingWorker = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(leave()));
async function leave() {
  await registration.unregister();
  for (const client of await clients.matchAll({ type: 'window' })) client.navigate(client.url);
}`;

type BackendModule = typeof import('./open-backend.ts');

/** Answers the backend's paths in `vite dev` with the production code. Reloads the code when it changes. */
export function apiBehindDevServer(): Plugin {
  return {
    name: 'api-behind-dev-server',
    apply: (_config, { command, mode, isPreview }) => command === 'serve' && mode !== 'test' && !isPreview,
    config: () => ({ server: { port: readConfig(process.env).port } }),
    configureServer(server) {
      const current = freshBackend(server);
      const listener = getRequestListener(async (request, env) => (await current()).app.fetch(request, env), {
        overrideGlobalObjects: false,
      });
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        if (pathname === '/worker.js') response.setHeader('Content-Type', 'text/javascript').end(leavingWorker);
        else if (isBackendPath(pathname)) listener(request, response).catch(next);
        else next();
      });
    },
  };
}

/** Returns the backend of the newest source. Reopens the backend and its database after a module has changed. */
function freshBackend(server: ViteDevServer): () => Promise<Backend> {
  const log = createLog('warn');
  let current: { module: BackendModule; backend: Backend } | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const refresh = async (): Promise<Backend> => {
    const module = (await server.ssrLoadModule('/src/server/open-backend.ts')) as BackendModule;
    if (module !== current?.module) {
      await current?.backend[Symbol.asyncDispose]();
      current = undefined;
      current = { module, backend: await module.openBackend(readConfig(process.env), log) };
    }
    return current.backend;
  };

  return () => {
    const mine = turn.then(refresh, refresh);
    turn = mine;
    return mine;
  };
}
