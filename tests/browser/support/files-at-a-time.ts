/**
 * How many browser test files run at once. Each needs a client of its own, built for the port of its foreign backend.
 * With three files on two cores, even fast tests failed and had to run again.
 */
export const filesAtATime = 2;
