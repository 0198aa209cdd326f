/** A mistake of the person who starts the server or a command. Its message is one line for them, without a stack. */
export class ConfigError extends Error {}
