import { useContext, useEffect } from 'react';
import { createObservable } from '../../device/observable.ts';
import { ServerDocumentContext } from './ServerDocumentContext.ts';
import { useSite } from './useSite.ts';

/** Title of the current screen; empty while the next screen is loading. */
export const currentTitle = createObservable('');

/** Sets the tab's title; on the server, the title of the page that is being rendered. */
export function useDocumentTitle(title?: string): void {
  const { name, tagline } = useSite();
  const full = title ? `${title} · ${name}` : `${name}: ${tagline}`;
  const rendered = useContext(ServerDocumentContext);
  if (rendered) rendered.title = full;
  useEffect(() => {
    document.title = full;
    currentTitle.set(full);
    return () => currentTitle.set('');
  }, [full]);
}
