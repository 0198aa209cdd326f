/** The header in which the worker gives a page the call number of a response (call-number.ts). */
export const callNumberHeader = 'X-Call-Number';

/** The header in which the worker tells a page when a cached response was answered, 0 if that is not known. */
export const answeredAtHeader = 'X-Answered-At';
