/** Thrown if a command is called wrongly; the command then exits with code 2. All other failures exit with 1. */
export class UsageError extends Error {}

/** The options of a command, by name, and whether each is followed by a value. */
export type Options = Record<string, 'flag' | 'value'>;

export type Arguments = { operands: string[]; options: Map<string, string>; asksForHelp: boolean };

/**
 * Parses arguments. Every unknown option is an operand, because emails, ids and file names may begin with `-`.
 * Everything after `--` is an operand.
 * @throws {UsageError} when an option lacks its value
 */
export function readArguments(args: string[], known: Options = {}): Arguments {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const before = args.slice(0, end);
  const operands: string[] = [];
  const options = new Map<string, string>();
  let asksForHelp = false;
  for (let argument = before.shift(); argument !== undefined; argument = before.shift()) {
    const [, name = '', value] = /^--([a-z]+)(?:=(.*))?$/s.exec(argument) ?? [];
    if (argument === '--help' || argument === '-h') asksForHelp = true;
    else if (known[name] === 'flag' && value === undefined) options.set(name, '');
    else if (known[name] !== 'value') operands.push(argument);
    else options.set(name, value ?? before.shift() ?? missing(name));
  }
  return { operands: [...operands, ...args.slice(end + 1)], options, asksForHelp };
}

/** Returns the only operand. @throws {UsageError} when there is not exactly one */
export function onlyOperand({ operands }: Pick<Arguments, 'operands'>, what: string): string {
  const [operand, ...others] = operands;
  if (operand === undefined || others.length > 0) throw new UsageError(`name ${what}`);
  return operand;
}

function missing(name: string): never {
  throw new UsageError(`--${name} needs a value`);
}
