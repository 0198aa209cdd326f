/**
 * How many files of browser tests run at once. Each gets its own client, which contains the port of its foreign backend. With
 * three files on two cores, fast tests needed a second or third try.
 */
export const filesAtATime = 2;
