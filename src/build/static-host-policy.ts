import { loadEnv, type Plugin } from 'vite';
import { inlineScriptsOf, pageDirectives, serializePolicy } from '../server/http/content-security-policy.ts';

/**
 * Writes the Content-Security-Policy into the page of a client built for a foreign backend, because a static host may
 * send no headers. Only `frame-ancestors` is missing: browsers ignore it in a page (CSP 3, section 3.3).
 */
export function staticHostPolicy(): Plugin {
  let backend: string | undefined;
  return {
    name: 'static-host-policy',
    apply: 'build',
    configResolved({ mode, root }) {
      backend = loadEnv(mode, root, 'VITE_').VITE_API_HOST;
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (!backend) return html;
        const directives = pageDirectives(backend, { scripts: inlineScriptsOf(html) });
        const policy = `<meta http-equiv="Content-Security-Policy" content="${serializePolicy(directives)}" />`;
        // As early as possible, because a policy in the page covers only the elements after it.
        return html.replace('<meta charset="utf-8" />', (charset) => `${charset}\n    ${policy}`);
      },
    },
  };
}
