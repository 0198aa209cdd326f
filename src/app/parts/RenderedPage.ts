import { createContext } from 'react';

/** What a screen says of the page it becomes on the server, while it is rendered there; nothing in the browser. */
export const RenderedPage = createContext<{ title: string } | undefined>(undefined);
