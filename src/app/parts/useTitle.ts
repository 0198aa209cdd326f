import { useContext, useEffect } from 'react';
import { product } from '../../contract/product.ts';
import { createStore } from '../../data/store.ts';
import { RenderedPage } from './RenderedPage.ts';

/** The title of the screen that is there; empty while the next one is still being loaded. */
export const screenTitle = createStore('');

/** Names the tab after the screen; on the server, the page that is being rendered. */
export function useTitle(title?: string): void {
  const full = title ? `${title} · ${product.name}` : `${product.name}: ${product.tagline}`;
  const rendered = useContext(RenderedPage);
  if (rendered) rendered.title = full;
  useEffect(() => {
    document.title = full;
    screenTitle.set(full);
    return () => screenTitle.set('');
  }, [full]);
}
