/** The text of a field, and its selection. */
export interface Written {
  value: string;
  /** The ends of the selection; equal if it is a caret. */
  start: number;
  end: number;
}

/** Replaces the text between `from` and `to`, and selects from `start` to `end` of the new text. */
export interface Edit {
  from: number;
  to: number;
  text: string;
  start: number;
  end: number;
}

/** Returns the edit that replaces the selection, and puts the caret behind the new text. */
const replaceSelected = ({ start, end }: Written, text: string): Edit => {
  const caret = start + text.length;
  return { from: start, to: end, text, start: caret, end: caret };
};

/** One step of indentation, unless the code around has tabs. */
const step = '  ';

const lineStart = (value: string, at: number) => value.lastIndexOf('\n', at - 1) + 1;
export const lineEnd = (value: string, at: number) => {
  const end = value.indexOf('\n', at);
  return end < 0 ? value.length : end;
};

/** Returns the fence of the code around a position, or `undefined` outside of code. */
function openFence(value: string, at: number): string | undefined {
  let open: string | undefined;
  for (const [, fence = '', rest = ''] of value
    .slice(0, lineStart(value, at))
    .matchAll(/^ {0,3}(`{3,}|~{3,})(.*)$/gm)) {
    if (open === undefined) open = fence;
    else if (fence.startsWith(open) && rest.trim() === '') open = undefined;
  }
  return open;
}

/** Returns whether Tab edits the text: in code, or if several lines are selected. Elsewhere it moves the focus. */
const ownsTab = ({ value, start, end }: Written) =>
  value.slice(start, end).includes('\n') || openFence(value, start) !== undefined;

/**
 * Returns the edit that Tab makes.
 * @returns `undefined` if Tab edits nothing, so that it moves the focus
 */
export function onTab(written: Written, isBackwards: boolean): Edit | undefined {
  if (!ownsTab(written)) return undefined;
  const { value, start, end } = written;
  const from = lineStart(value, start);
  const to = lineEnd(value, Math.max(start, end - 1));
  const lines = value.slice(from, to);
  const unit = /^\t/m.test(lines) ? '\t' : step;
  if (start === end && !isBackwards) return replaceSelected(written, unit);
  const text = isBackwards ? lines.replaceAll(/^(?:\t| {1,2})/gm, '') : lines.replaceAll(/^(?=.)/gm, unit);
  if (text === lines) return undefined;
  const added = text.length - lines.length;
  const moved = Math.max(from, start + (isBackwards ? -(/^(?:\t| {1,2})/.exec(lines)?.[0].length ?? 0) : unit.length));
  return { from, to, text, start: start === end ? moved : from, end: start === end ? moved : to + added };
}

/**
 * Returns the edit that Enter makes: it keeps the indentation in code, and continues a list or quote. On an item
 * without words, it ends the list.
 * @returns `undefined` if it only breaks the line
 */
export function onEnter(written: Written): Edit | undefined {
  const { value, start, end } = written;
  const from = lineStart(value, start);
  const line = value.slice(from, start);
  const indentation = /^[ \t]*/.exec(line)?.[0] ?? '';
  if (openFence(value, start) !== undefined)
    return indentation ? replaceSelected(written, `\n${indentation}`) : undefined;
  const [mark = '', , bullet = '', number, delimiter = '', task = ''] =
    /^([ \t]*)([-*+>]|(\d{1,9})([.)]))[ \t]+(\[[ xX]\][ \t]+)?/.exec(line) ?? [];
  if (!mark) return undefined;
  if (line === mark && start === end) return { from, to: end, text: '', start: from, end: from };
  const next = number === undefined ? bullet : `${Number(number) + 1}${delimiter}`;
  return replaceSelected(written, `\n${indentation}${next} ${task && '[ ] '}`);
}

/** Lines to put before and after a text. */
export interface Around {
  before: string;
  after: string;
}

/** The clipboard's content. Code editors add data of their own; VS Code names the language. */
export interface Pasted {
  text: string;
  editorData: string;
}

/**
 * Returns the text to put around a paste: code from an editor gets a fence, which keeps its indentation.
 * @returns `undefined` if the paste needs nothing around it
 */
export function onPaste({ value, start, end }: Written, { text, editorData }: Pasted): Around | undefined {
  const code = text.replaceAll(/\r\n?/g, '\n');
  const isEmptyLine = /(?:^|\n)$/.test(value.slice(0, start)) && /^(?:\n|$)/.test(value.slice(end));
  if (!isEmptyLine || !code.trimEnd().includes('\n') || /^ {0,3}(?:```|~~~)/m.test(code)) return undefined;
  if (openFence(value, start) !== undefined) return undefined;
  const language = languageOf(editorData);
  if (language === undefined && !looksLikeCode(code)) return undefined;
  return { before: `\`\`\`${language ?? ''}\n`, after: code.endsWith('\n') ? '```\n' : '\n```\n' };
}

function languageOf(editorData: string): string | undefined {
  if (!editorData) return undefined;
  try {
    const { mode }: { mode?: unknown } = JSON.parse(editorData);
    // Prose in an editor is no code.
    return typeof mode === 'string' && /^[\w+#-]+$/.test(mode) && !['markdown', 'plaintext'].includes(mode)
      ? mode
      : undefined;
  } catch (error) {
    console.debug('The clipboard names no language.', error);
    return undefined;
  }
}

const codeBeginning = /^\s*(?:def|class|import|from|func|fn|public|private|const|let|var|return|#include)\b/;

/** Returns whether a text has an indented line, and a line that begins or ends as only code does. */
const looksLikeCode = (text: string) =>
  /^(?:\t| {2,})\S/m.test(text) &&
  (/[{};]$|\)[^\S\n]*[:{]$|=>/m.test(text) || text.split('\n').some((line) => codeBeginning.test(line)));
