import type { Plugin } from 'vite';

/** Preloads the code that calls the backend: a page that the server did not render makes its first call at once. */
export const preloadApiClient: Plugin = {
  name: 'preload-calls',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
      const isCalls = (id: string | null) => id?.endsWith('/src/reading/shown/blog-calls.ts') ?? false;
      // If another chunk contains the calls, the app loads a facade chunk that re-exports them. Preloads both chunks.
      const calls = chunks.filter(
        ({ facadeModuleId, moduleIds }) => isCalls(facadeModuleId) || moduleIds.some(isCalls),
      );
      const files = new Set(calls.flatMap(({ fileName, imports }) => [fileName, ...imports]));
      return [...files]
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        }));
    },
  },
};
