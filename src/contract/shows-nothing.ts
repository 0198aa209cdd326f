/** Returns whether a text is empty, or has only spaces and invisible characters. */
export const showsNothing = (text: string): boolean => !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);
