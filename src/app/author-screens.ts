import { isOwnBackend } from '../data/api/host.ts';

/*
 * The screens of one's own posts and of one's own account. Apart from the routes, so that the app of a first visit does
 * not name all the files that they are made of.
 */

export const loadEdit = async () => (await import('./screens/Edit.tsx')).Edit;
export const loadVersions = async () => (await import('./screens/Versions.tsx')).Versions;

const loadNotFound = async () => (await import('./screens/NotFound.tsx')).NotFound;

export const loadAccount = isOwnBackend ? async () => (await import('./screens/Account.tsx')).Account : loadNotFound;
export const loadRecover = isOwnBackend ? async () => (await import('./screens/Recover.tsx')).Recover : loadNotFound;
