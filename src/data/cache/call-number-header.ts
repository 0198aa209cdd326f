/** The header in which the worker gives a page the call number of a response (call-number.ts). */
export const callNumberHeader = 'X-Call-Number';
