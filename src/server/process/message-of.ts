/** Returns the message of an error, or a thrown value as a string. */
export const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
