/** The first word of a title, if the text was begun without a login. */
const nobody = 'Nobody';

/** A text that was submitted by pressing "Create Blog". */
export interface Pressed {
  title: string;
  /** The user who was logged in, or ''. */
  by: string;
}

/** Returns a title that begins with the author's name. @param author the user who is logged in, or '' */
export const newTitle = (author: string, nth: number | string): string => `${author || nobody} ${nth}`;

/**
 * Returns whether a text may be published under this name. A text that was begun without a login belongs to a user who
 * was logged in when they pressed "Create Blog".
 */
export function isWrittenBy(author: string, title: string, pressed: readonly Pressed[]): boolean {
  if (title.startsWith(`${nobody} `)) return pressed.some((one) => one.title === title && one.by === author);
  return title.startsWith(`${author} `);
}
