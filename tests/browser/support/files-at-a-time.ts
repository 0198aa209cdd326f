/**
 * Of the browser tests: for each of them a client is built, with its foreign backend's port in it. With three on two
 * cores, tests that are quick alone needed a second or third try.
 */
export const filesAtATime = 2;
