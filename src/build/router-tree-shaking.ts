import type { Plugin } from 'vite';

/**
 * Lets the bundler leave out the parts of the router that the app does not use. The module makes contexts and
 * components by top-level calls, and names them for React's developer tools. The bundler takes both for side effects,
 * and would keep 3.8 kB (brotli) of unused forms, fetchers and scripts. Also removes 1.8 kB that render the routes of a
 * data router: the app uses `BrowserRouter`.
 */
export const routerTreeShaking: Plugin = {
  name: 'router-tree-shaking',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\/production\/chunk-\w+\.mjs$/ },
    handler: (code) => ({
      code: code
        .replace(/^\w+\.(?:displayName = "[^"]*"|contextType = \w+);$/gm, '')
        // regexp input: at most 300,000 characters of the router's own file
        .replace(/^function _renderMatches\([\s\S]*?^}$/m, withoutDataRouter)
        .replace('isDataRoute ? useNavigateStable() : useNavigateUnstable()', 'useNavigateUnstable()')
        .replace(/\bReact\d*\.(?:createContext|forwardRef|memo)\(/g, '/* @__PURE__ */ $&'),
      map: null,
    }),
  },
};

const withoutDataRouter = (source: string): string =>
  // regexp input: at most 5,000 characters of that function
  source.replace(/let dataRouterState = .*;/, '').replaceAll('dataRouterState', '(void 0)');
