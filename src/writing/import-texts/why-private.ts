import { inDrafts } from './folder-of-drafts.ts';
import type { Fields } from './metadata-fields.ts';
import { hasBegun, timeIn } from './time-in.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const yes = setOf('true yes on y 1');
const no = setOf('false no off n 0 none');

/** Values of a status field that mean public. Any other value may mean private. */
const open = setOf(
  'public publish published posted live final finished done complete completed released online visible active everyone all stable evergreen updated',
);

const isYes = (value: string): boolean => yes.has(value) || open.has(value);
const isNo = (value: string): boolean => no.has(value) || open.has(value);
const hasCome = (value: string): boolean => {
  const time = timeIn(value);
  return time !== undefined && hasBegun(time);
};

/** Returns a rule for each of these field names. `isPublic` tells whether a value means that the text is public. */
function rulesOf(names: string, isPublic: (value: string) => boolean): [string, (value: string) => boolean][] {
  return names.split(' ').map((name) => [name, isPublic]);
}

/** The rules by field name in lower case. Obsidian has `publish`, Hugo `expiryDate`, Eleventy `permalink: false`. */
const rules = new Map([
  ...rulesOf('draft isdraft is_draft wip unpublished', isNo),
  ...rulesOf('private isprivate is_private hidden unlisted secret confidential headless protected encrypted', isNo),
  ...rulesOf('eleventyexcludefromcollections password members_only membersonly', isNo),
  ...rulesOf(
    'published ispublished is_published publish public ispublic is_public',
    (value) => isYes(value) || hasCome(value),
  ),
  ...rulesOf('status post_status poststatus visibility', isYes),
  ...rulesOf('permalink', (value) => value !== 'false'),
  ...rulesOf('expirydate unpublishdate expires', (value) => !hasCome(value)),
]);

/** Maps whose fields are treated as the file's top-level fields. */
const within = setOf('params extra metadata meta');
/** Maps that say whether the file gets a page. */
const ofBuild = setOf('build _build');

/**
 * Returns why a text's path or metadata may mean that the text is private; `undefined` if the text is public. The
 * author is shown the reason. Treats an unknown value of a known field as private.
 */
export function whyPrivate(path: string, fields: Fields): string | undefined {
  if (inDrafts.test(path)) return 'It is in a folder of drafts.';
  if (/\.draft\.[a-z]+$/i.test(path)) return 'Its name says draft.';
  return whyPrivateBy(fields);
}

function whyPrivateBy(fields: Fields): string | undefined {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const inner = Object.entries(value).map(([key, field]) => [key.toLowerCase(), field] as const);
      if (ofBuild.has(name) && inner.some(([, field]) => /^(?:never|false)$/i.test(String(field))))
        return said(name, '…');
      const why = within.has(name) ? whyPrivateBy(Object.fromEntries(inner)) : undefined;
      if (why) return why;
    } else if (!isPublicBy(name, String(value ?? ''))) return said(name, String(value));
  }
  return undefined;
}

function isPublicBy(name: string, written: string): boolean {
  const value = written.trim().toLowerCase();
  return value === '' || (rules.get(name)?.(value) ?? true);
}

const said = (name: string, value: string): string => `It says “${name}: ${value.trim().slice(0, 40)}”.`;

/** How much of a text's beginning is searched for metadata in an unknown format. */
const most = { lines: 30, characters: 4_000 } as const;

const ofPrivacy = [...rules.keys()].filter((name) => name !== 'permalink').join('|');

/** Matches a field and its value as programs and people write them, at the beginning of a line or after a bracket. */
// regexp input: at most 4,000 characters of a text's beginning
const like = new RegExp(
  `(?:^|[{,;(<])[^\\p{L}\\p{N}\\n]*(${ofPrivacy}|date|publishdate|pubdate)["'*_\`\\s]*[:=|：]([^\\n,;}]*)`,
  'gimu',
);

// regexp input: at most 4,000 characters of a text's beginning
const alone = /^[^\p{L}\p{N}\n]*(?:draft|private|unpublished|do not publish)[^\p{L}\p{N}\n:]*$/imu;

/** Returns why a text without metadata may be private: its beginning looks like metadata in an unknown format. */
export function whyDoubtful(text: string): string | undefined {
  const head = text.slice(0, most.characters).split('\n', most.lines).join('\n');
  const [line] = alone.exec(head) ?? [];
  if (line !== undefined) return `It begins with “${line.trim().slice(0, 40)}”.`;
  for (const [, name = '', rest = ''] of head.matchAll(like)) {
    // regexp input: at most 4,000 characters of a text's beginning
    const value = rest.replace(/^[\s"'*_`:]+/, '').replace(/["'*_`\s>|-]+$/, '');
    const isOfDate = /date$/i.test(name);
    const time = isOfDate ? timeIn(value) : undefined;
    if (time ? !hasBegun(time) : !isOfDate && !isPublicBy(name.toLowerCase(), value)) return said(name, value);
  }
  return undefined;
}
