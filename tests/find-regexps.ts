import { parseSync } from 'vite';

export type FoundRegexp = {
  file: string;
  line: number;
  /** `undefined` if the pattern is known only when the program runs. */
  pattern: { source: string; flags: string } | undefined;
  /** The bound of the input's length, from a comment in the line before. */
  bound: string | undefined;
};

const marker = /^\s*\/\/ regexp input: at most (\d[\d,]* \S.*)$/;

/** Returns every literal regular expression of a script, and every call of RegExp. */
export function findRegexps(file: string, text: string): FoundRegexp[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const lines = text.split('\n');
  const found: FoundRegexp[] = [];
  visit(program, (node) => {
    const pattern = patternOf(node);
    if (pattern === 'none') return;
    const line = text.slice(0, Number(node.start)).split('\n').length;
    found.push({ file, line, pattern, bound: marker.exec(lines[line - 2] ?? '')?.[1] });
  });
  return found;
}

type Node = Record<string, unknown>;

function visit(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && 'type' in value) see(value as Node);
  for (const child of Object.values(value)) visit(child, see);
}

function patternOf(node: Node): FoundRegexp['pattern'] | 'none' {
  if (node.type === 'Literal' && node.regex) {
    const { pattern, flags } = node.regex as { pattern: string; flags: string };
    return { source: pattern, flags };
  }
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
  if (!isCall || (node.callee as Node).name !== 'RegExp') return 'none';
  const [source, flags] = [...(node.arguments as Node[]).map(stringOf), ''];
  return source === undefined || flags === undefined ? undefined : { source, flags };
}

const stringOf = ({ type, value }: Node): string | undefined =>
  type === 'Literal' && typeof value === 'string' ? value : undefined;
