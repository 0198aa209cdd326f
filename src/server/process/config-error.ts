/** A mistake of the person who starts the server or a command. They read only its message, which is one line without a stack. */
export class ConfigError extends Error {}
