/**
 * Splits a text into paragraphs and the blank lines between them. Joining all parts gives the text again. A paragraph
 * is a run of lines up to a blank line, without its last line break. A fenced code block is one paragraph, even with
 * blank lines in it, and reaches to the end of the text if nothing closes it (CommonMark, section 4.5).
 */
export function splitParagraphs(text: string): string[] {
  const parts: string[] = [];
  let fence: string | undefined;
  let start = 0;
  // The end of the open paragraph so far, without its last line break; `undefined` if no paragraph is open.
  let end: number | undefined;
  for (let at = 0; at < text.length; ) {
    const lineBreak = text.indexOf('\n', at);
    const lineEnd = lineBreak === -1 ? text.length : lineBreak;
    const line = text.slice(at, lineEnd);
    if (fence !== undefined || line.trim() !== '') {
      if (end !== at - 1) {
        if (end !== undefined) parts.push(text.slice(start, end));
        const gap = text.slice(end ?? start, at);
        if (gap !== '') parts.push(gap);
        start = at;
      }
      fence = nextFence(line, fence);
      end = lineEnd;
    }
    at = lineEnd + 1;
  }
  if (end !== undefined) parts.push(text.slice(start, end));
  if ((end ?? 0) < text.length) parts.push(text.slice(end ?? 0));
  return parts;
}

/** Returns the opening fence of the code block that is open after this line, or `undefined` if none is open. */
function nextFence(line: string, fence: string | undefined): string | undefined {
  if (fence === undefined) return /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
  const marks = line.replace(/^[ \t>]+/, '').trimEnd();
  const isClosed = marks.length >= fence.length && marks === fence.charAt(0).repeat(marks.length);
  return isClosed ? undefined : fence;
}

/** Whether a part has only blank lines. */
export const isGap = (part: string): boolean => part.trim() === '';
