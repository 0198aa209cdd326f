/** A mistake by the person who starts the server or a command, who sees only its message: one line without a stack. */
export class ConfigError extends Error {}
