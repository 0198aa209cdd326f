import { useContext, useEffect } from 'react';
import { product } from '../../contract/product.ts';
import { RenderedPage } from './RenderedPage.ts';

/** Names the tab after the screen; on the server, the page that is being rendered. */
export function useTitle(title?: string): void {
  const full = title ? `${title} · ${product.name}` : `${product.name}: ${product.tagline}`;
  const rendered = useContext(RenderedPage);
  if (rendered) rendered.title = full;
  useEffect(() => {
    document.title = full;
  }, [full]);
}
