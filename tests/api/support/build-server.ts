import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';

const root = path.resolve(import.meta.dirname, '../../..');

/** The server as it is run: built, beside an app of one page. */
export async function buildServer(): Promise<{ main: string; remove(): Promise<void> }> {
  // Inside the repository, or it would find none of its packages.
  const folder = path.join(root, 'reports', `server-${process.pid}-${Date.now()}`);
  await build({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'error',
    build: { ssr: true, outDir: path.join(folder, 'server') },
  });
  await mkdir(path.join(folder, 'client/assets'), { recursive: true });
  const manifest = {
    'index.html': { file: 'index.js' },
    '_prose.css': { file: 'assets/prose-a1b2c3d4.css' },
    'src/app/text/code-styles.ts': { file: 'assets/code-styles-a1b2c3d4.css' },
    '_Landing.css': { file: 'assets/Landing-a1b2c3d4.css' },
  };
  await writeFile(path.join(folder, 'client.manifest.json'), JSON.stringify(manifest));
  const styles = [manifest['_prose.css'], manifest['src/app/text/code-styles.ts'], manifest['_Landing.css']];
  for (const { file } of styles) {
    await writeFile(path.join(folder, 'client', file), '.prose{display:flow-root}');
  }
  const script = '<script>start()</script>';
  const page = `<!doctype html><html><head></head><body><div id="root"></div>${script}</body></html>`;
  await writeFile(path.join(folder, 'client/index.html'), page);
  await writeFile(path.join(folder, 'client/manifest.webmanifest'), '{}');
  return { main: path.join(folder, 'server/main.js'), remove: () => rm(folder, { recursive: true }) };
}
