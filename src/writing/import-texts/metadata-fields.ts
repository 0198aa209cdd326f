import { bounds } from './found-writing.ts';

/** The fields of a file's metadata, under names in lower case. Scalars are strings, or `null`. */
export type Fields = Record<string, unknown>;

/** Thrown for metadata that is too long, is neither YAML nor JSON, or has no fields. */
export class NoFields extends Error {
  override name = 'NoFields';
}

/**
 * Returns the fields of YAML or JSON. YAML's numbers stay strings, or a title `3.10` would become `3.1`.
 *
 * @throws NoFields
 */
export async function fieldsOf(written: string): Promise<Fields> {
  if (written.length > bounds.frontMatter) throw new NoFields('too long');
  const { FAILSAFE_SCHEMA, load, Type } = await import('js-yaml');
  const kinds = ['scalar', 'sequence', 'mapping'] as const;
  const schema = FAILSAFE_SCHEMA.extend({
    implicit: [new Type('tag:yaml.org,2002:null', { kind: 'scalar', resolve: isNull, construct: () => null })],
    explicit: kinds.flatMap((kind) =>
      yamlTypes.map((name) => new Type(`tag:yaml.org,2002:${name}`, { kind, construct: (value) => value })),
    ),
  });
  let value: unknown;
  try {
    value = load(written, { schema });
  } catch (error) {
    value = jsonOf(written);
    if (value === undefined) throw new NoFields('neither YAML nor JSON', { cause: error });
  }
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new NoFields('no fields');
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name.trim().toLowerCase(), field]));
}

const yamlTypes = ['bool', 'int', 'float', 'timestamp', 'binary'];

const isNull = (written: unknown): boolean =>
  written === null || (typeof written === 'string' && /^(?:|~|null|Null|NULL)$/.test(written));

/** Parses JSON that YAML refuses, such as JSON with a repeated name. Returns `undefined` if it is no JSON. */
function jsonOf(written: string): unknown {
  const toText = (_: string, value: unknown) => (['number', 'boolean'].includes(typeof value) ? String(value) : value);
  try {
    return JSON.parse(written, toText);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
