import path from 'node:path';

/**
 * The whole path of a file that a command names. npm runs commands in the program's folder, and says where the operator
 * stands.
 */
export const operatorsFile = (name: string): string => path.resolve(process.env.INIT_CWD ?? '', name);
