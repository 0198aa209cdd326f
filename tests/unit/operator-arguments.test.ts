import { expect, test } from 'vitest';
import { onlyOperand, readArguments, UsageError } from '../../src/server/cli/arguments.ts';

const known = { to: 'value', zip: 'flag' } as const;

const read = (...args: string[]) => {
  const { operands, options, asksForHelp } = readArguments(args, known);
  return { operands, options: Object.fromEntries(options), asksForHelp };
};

test('an email is an operand even if it begins with a dash or an option name', () => {
  for (const email of ['-o@example.com', '--o@example.com', '--zip@example.com', '--help@example.com', '-', '---']) {
    expect(read(email, '--zip').operands).toEqual([email]);
    expect(onlyOperand(readArguments([email]), 'an email')).toBe(email);
  }
});

test('everything after -- is an operand', () => {
  const names = ['--zip', '--help', '-h', '--to=a@example.com', '--to', '--'];
  for (const name of names) expect(read('--zip', '--', name)).toEqual({ ...read('--zip'), operands: [name] });
});

test('an option takes its value from the next argument or after an equals sign', () => {
  expect(read('--to', '-file', 'a').options).toEqual({ to: '-file' });
  expect(read('a', '--to=--zip').options).toEqual({ to: '--zip' });
  expect(read('--to', '--help')).toMatchObject({ options: { to: '--help' }, asksForHelp: false });
  expect(read('a', '--help').asksForHelp).toBe(true);
});

test('an option without its value and a wrong number of operands are usage errors', () => {
  expect(() => read('a', '--to')).toThrow(UsageError);
  expect(() => read('--to', '--', 'a')).toThrow(UsageError);
  expect(() => onlyOperand(readArguments([]), 'an email')).toThrow(UsageError);
  expect(() => onlyOperand(readArguments(['a', '--frobnicate']), 'an email')).toThrow(UsageError);
  expect(read('constructor', '--constructor').operands).toEqual(['constructor', '--constructor']);
});
