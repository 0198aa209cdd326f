import bash from 'highlight.js/lib/languages/bash';
import c from 'highlight.js/lib/languages/c';
import cpp from 'highlight.js/lib/languages/cpp';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import go from 'highlight.js/lib/languages/go';
import graphql from 'highlight.js/lib/languages/graphql';
import haskell from 'highlight.js/lib/languages/haskell';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import lua from 'highlight.js/lib/languages/lua';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import nginx from 'highlight.js/lib/languages/nginx';
import perl from 'highlight.js/lib/languages/perl';
import php from 'highlight.js/lib/languages/php';
import powershell from 'highlight.js/lib/languages/powershell';
import python from 'highlight.js/lib/languages/python';
import r from 'highlight.js/lib/languages/r';
import ruby from 'highlight.js/lib/languages/ruby';
import rust from 'highlight.js/lib/languages/rust';
import scala from 'highlight.js/lib/languages/scala';
import scss from 'highlight.js/lib/languages/scss';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight, type LanguageFn } from 'lowlight';
import { knownLanguage, type Language } from './languages.ts';
import type { CodeScope, CodeToken } from './tree.ts';

const grammars: Record<Language, LanguageFn> = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  elixir,
  go,
  graphql,
  haskell,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  makefile,
  markdown,
  nginx,
  perl,
  php,
  powershell,
  python,
  r,
  ruby,
  rust,
  scala,
  scss,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};

const lowlight = createLowlight(grammars);

/** The scopes of highlight.js (its `scope` table) by colour. Other scopes keep the colour of the scope around them. */
const scopesOf: Record<CodeScope, string> = {
  keyword: 'keyword literal doctag selector-tag name section',
  string: 'string regexp char link code',
  number: 'number symbol bullet',
  comment: 'comment quote',
  function: 'title',
  type: 'type built_in class',
  attribute:
    'attr attribute property variable template-variable selector-class selector-id selector-attr selector-pseudo',
  meta: 'meta',
  added: 'addition',
  removed: 'deletion',
};

const colours = new Map<string, CodeScope>();
for (const [colour, names] of Object.entries(scopesOf))
  for (const name of names.split(' ')) colours.set(`hljs-${name}`, colour as CodeScope);

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/**
 * Colours code. Call it off the main thread, because hostile code takes up to seconds.
 * @returns the code in pieces, or `undefined` if the language is unknown or its grammar cannot read the code
 */
export function highlight(language: string, text: string): CodeToken[] | undefined {
  const known = knownLanguage(language);
  if (!known) return undefined;
  try {
    return tokensOf(known, text);
  } catch (error) {
    // Some grammars recurse at each opening bracket and overflow the stack.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function tokensOf(known: Language, text: string): CodeToken[] {
  const tokens: CodeToken[] = [];
  const read = (nodes: Node[], scope: CodeScope | undefined) => {
    for (const node of nodes) {
      if (node.type === 'text') append(tokens, scope, node.value);
      else if (node.type === 'element') {
        const names = node.properties.className;
        const own = Array.isArray(names) ? names.map((name) => colours.get(String(name))).find(Boolean) : undefined;
        read(node.children as Node[], own ?? scope);
      }
    }
  };
  read(lowlight.highlight(known, text).children, undefined);
  return tokens;
}

/** Appends a text; joins it to the last token if both have the same colour. */
function append(tokens: CodeToken[], scope: CodeScope | undefined, text: string): void {
  const last = tokens.at(-1);
  if (scope === undefined) {
    if (typeof last === 'string') tokens[tokens.length - 1] = last + text;
    else tokens.push(text);
  } else if (Array.isArray(last) && last[0] === scope) last[1] += text;
  else tokens.push([scope, text]);
}
