import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadEnv, type Plugin } from 'vite';
import { importMapIn } from '../contract/asset-names.ts';
import { pageDirectives, serializePolicy } from '../server/http/content-security-policy.ts';

/**
 * Writes the Content-Security-Policy into the page of a client built for a foreign backend, as the static host that
 * serves it may send no headers. Only `frame-ancestors` is missing: browsers ignore it in a page (CSP 3, section 3.3).
 */
export function staticHostPolicy(): Plugin {
  let backend: string | undefined;
  return {
    name: 'static-host-policy',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    configResolved({ mode, root }) {
      backend = loadEnv(mode, root, 'VITE_').VITE_API_HOST;
    },
    writeBundle: {
      // After the import map, whose hash the policy has, is there (content-names.ts).
      order: 'post',
      sequential: true,
      handler({ dir = '' }) {
        if (!backend) return;
        const page = path.join(dir, 'index.html');
        const html = readFileSync(page, 'utf8');
        const policy = serializePolicy(pageDirectives(backend, { importMap: importMapIn(html) }));
        const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
        // As early as possible: a policy in the page covers only what follows it.
        writeFileSync(
          page,
          html.replace('<meta charset="utf-8" />', (charset) => `${charset}\n    ${meta}`),
        );
      },
    },
  };
}
