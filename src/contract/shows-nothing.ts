/** Whether a text shows nothing: it is empty, or all of it is spaces and characters that take no room. */
export const showsNothing = (text: string): boolean => !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(text);
