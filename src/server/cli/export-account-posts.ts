import { writeFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { cannotWrite, openPartialFile } from '../store/partial-file.ts';
import { accountOf } from './account-of.ts';
import { UsageError } from './arguments.ts';
import type { Command } from './command-line.ts';
import { jsonOf, zipOf } from './exported-account.ts';
import { operatorsFile } from './operators-file.ts';
import { print } from './terminal.ts';

export const exportAccountPosts: Command = {
  takes: '<email> [--zip] [--to <file>]',
  does: 'writes all posts of an account, their versions and its images, newest first, to a new file or the standard output: as JSON, or as the zip that /account saves and brings in',
  options: { to: 'value', zip: 'flag' },
  async run({ store, operands, options }) {
    const to = options.get('to');
    const file = to === undefined ? undefined : operatorsFile(to);
    const isZip = options.has('zip');
    if (isZip && file === undefined && process.stdout.isTTY)
      throw new UsageError('name a file: a terminal shows no zip');
    const account = await accountOf({ store, operands });
    const bytes = isZip ? zipOf(store, account) : jsonOf(store, account);
    if (file === undefined) return await pipeline(bytes, process.stdout, { end: false });
    using partial = openPartialFile(file);
    try {
      for await (const piece of bytes) writeFileSync(partial.descriptor, piece);
    } catch (cause) {
      throw cause instanceof Error && 'syscall' in cause ? cannotWrite(file, cause) : cause;
    }
    partial.complete();
    print(`${file} has the posts of ${account.email}.`);
  },
};
