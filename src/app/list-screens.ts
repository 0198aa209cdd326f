import { isOwnBackend } from '../data/api/host.ts';

/*
 * Lists that the own backend alone has. Apart from the routes, so that the app of a first visit does not name all the
 * files that they are made of.
 */

const loadNotFound = async () => (await import('./screens/NotFound.tsx')).NotFound;

export const loadTopic = isOwnBackend ? async () => (await import('./screens/Topic.tsx')).Topic : loadNotFound;
export const loadAuthor = isOwnBackend ? async () => (await import('./screens/Author.tsx')).Author : loadNotFound;
