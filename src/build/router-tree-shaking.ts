import type { Plugin } from 'vite';

/**
 * Lets the bundler leave out what the app does not use of the router. Its contexts and components are made by calls, and
 * named for React's developer tools, at the top of the module: to a bundler these are side effects, and keep 3.8 kB
 * (brotli) of forms, fetchers and scripts of its framework in every first visit. A `BrowserRouter` has no data router,
 * whose part in rendering routes is another 1.8 kB.
 */
export const routerTreeShaking: Plugin = {
  name: 'router-tree-shaking',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\/production\/chunk-\w+\.mjs$/ },
    handler: (code) => ({
      code: code
        .replace(/^\w+\.(?:displayName = "[^"]*"|contextType = \w+);$/gm, '')
        // bounded: 300,000 characters of the router's own file
        .replace(/^function _renderMatches\([\s\S]*?^}$/m, withoutDataRouter)
        .replace('isDataRoute ? useNavigateStable() : useNavigateUnstable()', 'useNavigateUnstable()')
        .replace(/\bReact\d*\.(?:createContext|forwardRef|memo)\(/g, '/* @__PURE__ */ $&'),
      map: null,
    }),
  },
};

const withoutDataRouter = (source: string): string =>
  // bounded: 5,000 characters of that function
  source.replace(/let dataRouterState = .*;/, '').replaceAll('dataRouterState', '(void 0)');
