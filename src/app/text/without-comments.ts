/**
 * Removes HTML comments without loading the Markdown parser. Also removes comments in code, and keeps unclosed
 * comments.
 */
export const withoutAllComments = (text: string): string =>
  text
    .split('<!--')
    .map((piece, index) =>
      index === 0 ? piece : piece.slice(piece.indexOf('-->') === -1 ? 0 : piece.indexOf('-->') + 3),
    )
    .join('');
