/** A mistake by the person who starts the server or a command. That person sees only the message, without a stack. */
export class ConfigError extends Error {}
