import { createContext } from 'react';

/**
 * The page that is being rendered on the server; `undefined` in the browser. `title` is written by the screen; `host`
 * is the site's public host name, empty if unknown.
 */
export const ServerDocumentContext = createContext<{ title: string; host: string } | undefined>(undefined);
