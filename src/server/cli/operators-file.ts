import path from 'node:path';

/**
 * Returns the absolute path of a file that the operator named. npm runs commands in the package's folder; INIT_CWD is
 * the folder in which the operator called npm.
 */
export const operatorsFile = (name: string): string => path.resolve(process.env.INIT_CWD ?? '', name);
