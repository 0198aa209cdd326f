// Checks the version of Node.js first: an older one lacks modules that `serve.ts` imports, such as node:sqlite.
import './node-version.cjs';

void import('./serve.ts').then(({ serve }) => serve(import.meta.dirname));
