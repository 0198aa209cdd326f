/** Begins the title of a text that was begun without a login. */
const nobody = 'Nobody';

/** A text for which Create Blog was pressed. */
export interface Pressed {
  title: string;
  /** Who was logged in; '' where nobody was. */
  by: string;
}

/** @param author who is logged in where the text is begun; '' where nobody is. */
export const newTitle = (author: string, nth: number | string): string => `${author || nobody} ${nth}`;

/**
 * Whether a text may be published under this name. A text begun without a login belongs to the author who logs in: it is
 * of those who were logged in when they pressed Create Blog for it.
 */
export function isWrittenBy(author: string, title: string, pressed: readonly Pressed[]): boolean {
  if (title.startsWith(`${nobody} `)) return pressed.some((one) => one.title === title && one.by === author);
  return title.startsWith(`${author} `);
}
