/** The beginning of titles of texts that were begun without a login. */
const nobody = 'Nobody';

/** A text with which Create Blog was pressed. */
export interface Pressed {
  title: string;
  /** The user who was logged in, or ''. */
  by: string;
}

/** @param author the user who is logged in, or '' */
export const newTitle = (author: string, nth: number | string): string => `${author || nobody} ${nth}`;

/**
 * Returns whether a text may be published under this name. A text begun without a login belongs to the author who logs in, so to
 * one who was logged in when Create Blog was pressed.
 */
export function isWrittenBy(author: string, title: string, pressed: readonly Pressed[]): boolean {
  if (title.startsWith(`${nobody} `)) return pressed.some((one) => one.title === title && one.by === author);
  return title.startsWith(`${author} `);
}
