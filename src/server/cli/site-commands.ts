import { open } from 'node:fs/promises';
import { limits } from '../../contract/limits.ts';
import { ConfigError } from '../process/config-error.ts';
import { messageOf } from '../process/message-of.ts';
import { putPage } from '../site/put-page.ts';
import { setIcon } from '../site/site-icon.ts';
import { listPages, removePage } from '../site/site-pages.ts';
import { listSettings, setSetting, settingKeys, unsetSetting } from '../site/site-settings.ts';
import { onlyOperand, UsageError } from './arguments.ts';
import { type Command, print, runCommandLine } from './command-line.ts';
import { operatorsFile } from './operators-file.ts';

const list: Command = {
  takes: '',
  does: 'prints what is set, and the pages with their titles',
  async run({ store, operands }) {
    if (operands.length > 0) throw new UsageError('list takes no arguments: it prints every setting');
    for (const [key, value] of await listSettings(store.db)) print(key, value);
    for (const { name, title } of await listPages(store.db)) print(`page ${name}`, title);
  },
};

const set: Command = {
  takes: '<key> <value>',
  does: `sets one of ${settingKeys.join(', ')}`,
  async run({ store, operands }) {
    const [key, value, ...more] = operands;
    if (key === undefined || value === undefined || more.length > 0)
      throw new UsageError('name a setting and its value, in quotes if it has spaces or begins with #');
    print(`${key} is ${await setSetting(store, key, value)}`);
  },
};

const unset: Command = {
  takes: '<key>',
  does: 'removes a setting or the icon, so that the default applies',
  async run({ store, operands }) {
    const key = onlyOperand({ operands }, 'one setting');
    print(`${key} ${(await unsetSetting(store, key)) ? 'is not set any more' : 'was not set'}`);
  },
};

const icon: Command = {
  takes: '<file>',
  does: 'makes all icons from a square PNG, JPEG or WebP of 512 pixels a side or more',
  async run({ store, operands }) {
    await setIcon(store, await readOperatorsFile(onlyOperand({ operands }, 'one picture')));
    print('The icon is set.');
  },
};

const page: Command = {
  takes: '<name> <file.md> | --remove <name>',
  does: 'stores a page of the site, at /page/<name>, or removes it',
  options: { remove: 'flag' },
  async run({ store, operands, options }) {
    if (options.has('remove')) {
      const name = onlyOperand({ operands }, 'one page');
      if (!(await removePage(store, name))) throw new ConfigError(`there is no page ${name}`);
      print(`The page ${name} is removed.`);
      return;
    }
    const [name, file, ...more] = operands;
    if (name === undefined || file === undefined || more.length > 0)
      throw new UsageError('name a page and a file of Markdown');
    const title = await putPage(store, name, textIn(await readOperatorsFile(file)));
    print(`/page/${name} is "${title}".`);
  },
};

/** In bytes: the longest file that is read. Every allowed page and icon is smaller. */
const longest = 4 * limits.content + 1_000_000;

/** Reads a file that the operator named. Refuses a file of more than `longest` bytes before it is read. */
async function readOperatorsFile(name: string): Promise<Buffer> {
  const file = operatorsFile(name);
  try {
    await using handle = await open(file);
    const stat = await handle.stat();
    if (!stat.isFile()) throw new ConfigError(`${file} is not a file`);
    if (stat.size > longest) throw new ConfigError(`${file} has more than ${longest} bytes`);
    return await handle.readFile();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${file} can't be read: ${messageOf(error)}`, { cause: error });
  }
}

function textIn(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ConfigError('the page is not UTF-8 text', { cause });
  }
}

/** `npm run site -- …`: the operator's settings of the site. */
await runCommandLine('site', { list, set, unset, icon, page }, []);
