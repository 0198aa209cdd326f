/**
 * How many browser test files run at once. Each has a client of its own, which contains the port of its foreign
 * backend. With three files on two cores, fast tests needed a second or third try.
 */
export const filesAtATime = 2;
