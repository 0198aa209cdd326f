// Loaded before every command of package.json that runs TypeScript. An older Node.js can't run TypeScript, and only
// reports ERR_UNKNOWN_FILE_EXTENSION. So this file is CommonJS, in syntax that every Node.js knows.
const needed = require('../../package.json').engines.node.replace('>=', '');
const running = process.versions.node;

const [major, minor] = running.split('.').map(Number);
const [neededMajor, neededMinor] = needed.split('.').map(Number);

if (major < neededMajor || (major === neededMajor && minor < neededMinor)) {
  console.error(
    `Storyline needs Node.js ${needed} or newer, and this is ${running} (${process.execPath}). ` +
      'Install a newer one, or run `npm ci` without --omit=dev, which brings its own.',
  );
  process.exit(1);
}
