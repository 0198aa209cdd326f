/** The languages that are coloured: the name that readers see, then all names that authors write behind a fence. */
const languages = {
  bash: ['Shell', 'sh', 'shell', 'zsh', 'console', 'shellsession'],
  c: ['C', 'h'],
  cpp: ['C++', 'c++', 'cc', 'hpp', 'cxx'],
  csharp: ['C#', 'cs', 'c#'],
  css: ['CSS'],
  diff: ['Diff', 'patch'],
  dockerfile: ['Dockerfile', 'docker'],
  elixir: ['Elixir', 'ex', 'exs'],
  go: ['Go', 'golang'],
  graphql: ['GraphQL', 'gql'],
  haskell: ['Haskell', 'hs'],
  ini: ['INI', 'toml'],
  java: ['Java'],
  javascript: ['JavaScript', 'js', 'jsx', 'mjs', 'cjs'],
  json: ['JSON', 'jsonc', 'json5'],
  kotlin: ['Kotlin', 'kt', 'kts'],
  lua: ['Lua'],
  makefile: ['Makefile', 'make', 'mk'],
  markdown: ['Markdown', 'md'],
  nginx: ['nginx', 'nginxconf'],
  perl: ['Perl', 'pl'],
  php: ['PHP'],
  powershell: ['PowerShell', 'ps1', 'pwsh'],
  python: ['Python', 'py', 'python3'],
  r: ['R'],
  ruby: ['Ruby', 'rb'],
  rust: ['Rust', 'rs'],
  scala: ['Scala'],
  scss: ['SCSS', 'sass'],
  sql: ['SQL', 'postgresql', 'postgres', 'mysql', 'sqlite'],
  swift: ['Swift'],
  typescript: ['TypeScript', 'ts', 'tsx', 'mts', 'cts'],
  xml: ['HTML', 'html', 'svg', 'vue', 'svelte', 'xhtml'],
  yaml: ['YAML', 'yml'],
} as const satisfies Record<string, readonly [label: string, ...aliases: string[]]>;

export type Language = keyof typeof languages;

const byName = new Map<string, Language>();
for (const [name, [, ...aliases]] of Object.entries(languages)) {
  for (const alias of [name, ...aliases]) byName.set(alias, name as Language);
}

/** @returns `undefined` for a language that is not coloured */
export const knownLanguage = (written: string): Language | undefined => byName.get(written.toLowerCase());

/** Returns the language's usual name, or the author's own word for it. */
export function languageLabel(written: string): string {
  const known = knownLanguage(written);
  // Readers do not see the grammar's name for these languages: TOML is coloured by the grammar of INI.
  const own = { toml: 'TOML', xml: 'XML', svg: 'SVG', jsx: 'JSX', tsx: 'TSX', vue: 'Vue', svelte: 'Svelte' };
  const name = Object.entries(own).find(([alias]) => alias === written.toLowerCase())?.[1];
  return name ?? (known ? languages[known][0] : written);
}
