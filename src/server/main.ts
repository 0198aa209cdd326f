// The version is checked before anything is imported that an older Node.js does not have, such as node:sqlite.
import './node-version.cjs';

void import('./serve.ts').then(({ serve }) => serve(import.meta.dirname));
