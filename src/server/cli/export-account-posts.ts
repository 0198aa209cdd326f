import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { cannotWrite, openPartialFile } from '../store/partial-file.ts';
import { accountOf } from './account-of.ts';
import { type Command, printable, UsageError } from './command-line.ts';
import { jsonOf, zipOf } from './exported-account.ts';

export const exportAccountPosts: Command = {
  takes: '<email> [--zip] [--to <file>]',
  does: 'writes all posts of an account, their versions and its images, newest first, to a new file or the standard output: as JSON, or as the zip that /account saves and brings in',
  async run({ store, args, print }) {
    const { positionals, file, isZip } = readArguments(args);
    const account = await accountOf({ store, args: positionals });
    const bytes = isZip ? zipOf(store, account) : jsonOf(store, account);
    if (file === undefined) return await pipeline(bytes, process.stdout, { end: false });
    using partial = openPartialFile(file);
    try {
      await pipeline(bytes, createWriteStream(partial.name));
    } catch (cause) {
      throw cause instanceof Error && 'syscall' in cause ? cannotWrite(file, cause) : cause;
    }
    partial.complete();
    print(`${file} has the posts of ${printable(account.email)}.`);
  },
};

function readArguments(args: string[]) {
  try {
    const options = { to: { type: 'string' }, zip: { type: 'boolean', default: false } } as const;
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
    return { positionals, file: values.to, isZip: values.zip };
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
