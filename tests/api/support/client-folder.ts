import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from './stores.ts';

/** Small stand-ins for the files that a build of the client writes. */
const files = {
  'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>The plain app</title>
    <meta name="description" content="What the plain app says of itself." />
    <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" />
    <script type="module" crossorigin src="/assets/index-a1b2c3d4.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/calls-a1b2c3d4.js">
    <link rel="stylesheet" crossorigin href="/assets/index-a1b2c3d4.css">
  </head>
  <body>
    <div id="root"></div>
    <script>start()</script>
  </body>
</html>
`,
  '../client.manifest.json': JSON.stringify({
    'index.html': { file: 'assets/index-a1b2c3d4.js' },
    '_press.js': { name: 'press', file: 'assets/press-a1b2c3d4.js', imports: ['index.html'] },
    '_prose.css': { file: 'assets/prose-a1b2c3d4.css' },
    'src/app/text/code-styles.ts': { file: 'assets/code-styles-a1b2c3d4.css' },
    '_Landing.css': { file: 'assets/Landing-a1b2c3d4.css' },
    'src/app/screens/MyBlogs.tsx': {
      name: 'MyBlogs',
      file: 'assets/MyBlogs-a1b2c3d4.js',
      imports: ['index.html', '_press.js'],
    },
  }),
  'manifest.webmanifest': JSON.stringify({
    name: 'Storyline',
    short_name: 'Storyline',
    lang: 'en',
    dir: 'ltr',
    start_url: '/home',
    icons: [{ src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
    screenshots: [{ src: '/screenshots/home-narrow.png' }],
  }),
  'worker.js': '// the worker',
  'assets/index-a1b2c3d4.js': '// the app',
  'assets/prose-a1b2c3d4.css': '.prose{display:flow-root}\n',
  'assets/code-styles-a1b2c3d4.css': '.code{display:block}\n',
  'assets/Landing-a1b2c3d4.css': '.landing{display:flex}\n',
  'assets/index-a1b2c3d4.css': '.card{display:grid}.card::after{content:"$& $1"}\n',
};

/** Writes a stub of a built client into this folder, and beside it the manifest that the server reads. */
export async function writeClientBuild(clientDir: string): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(clientDir, name)), { recursive: true });
    await writeFile(path.join(clientDir, name), content);
  }
}

/** Creates a stub of a built client in a temporary folder. The server needs one to render pages. */
export async function createClientBuild(): Promise<AsyncDisposable & { clientDir: string }> {
  const { folder, ...temporary } = await temporaryFolder();
  const clientDir = path.join(folder, 'client');
  await writeClientBuild(clientDir);
  return { clientDir, ...temporary };
}
