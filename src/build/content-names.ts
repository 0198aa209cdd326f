import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { assetName } from '../contract/asset-names.ts';
import { groupsInMap } from './chunk-groups.ts';
import { nameByContent } from './name-by-content.ts';

/**
 * Keeps a changed file from changing others. The bundler writes into a file the names of those it needs, so that one
 * line more renames most of the app. What many files need is instead imported by a key, and an import map in the page
 * leads from there to the file. A file's name says the hash of its content, by which the worker checks what it fetched.
 *
 * Vite's own import map (`build.chunkImportMap`) has every file in it: 2.2 kB in each page, where this one is 0.3. And
 * threads know no import map, so what they run must not be in it.
 */
export const contentNames: Plugin = {
  name: 'content-names',
  apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
  // Vite then resolves what is to be preloaded against the importing script, so that it may be a whole URL.
  config: () => ({ experimental: { renderBuiltUrl: () => undefined } }),
  writeBundle: {
    order: 'post',
    sequential: true,
    handler({ dir = '' }, bundle) {
      const assets = path.join(dir, 'assets');
      const built = Object.keys(bundle)
        .filter((file) => file.startsWith('assets/'))
        .map((file) => path.basename(file))
        .filter((name) => assetName.test(name));
      const texts = new Map(built.map((name) => [name, readFileSync(path.join(assets, name), 'utf8')]));
      const { files, names, keys } = nameByContent(texts, groupsInMap);
      for (const name of built) rmSync(path.join(assets, name));
      for (const [name, text] of files) writeFileSync(path.join(assets, name), text);

      const rename = (text: string) =>
        // bounded: 100,000 characters of the built manifest and page
        text.replaceAll(/[^"'/\s]+-[\w-]{8}\.(?:js|css)/g, (name) => names.get(name) ?? name);
      const manifest = path.join(dir, '.vite/manifest.json');
      writeFileSync(manifest, rename(readFileSync(manifest, 'utf8')));
      const page = path.join(dir, 'index.html');
      const imports = Object.fromEntries(Object.entries(keys).map(([key, name]) => [key, `/assets/${name}`]));
      const map = `<script type="importmap">${JSON.stringify({ imports })}</script>`;
      const html = rename(readFileSync(page, 'utf8'));
      if (!html.includes('<script type="module"'))
        throw new Error('The page has no module before which its map could stand.');
      writeFileSync(page, html.replace('<script type="module"', `${map}\n    $&`));
    },
  },
};
