import { useEffect } from 'react';
import { product } from '../../contract/product.ts';

/** Names the tab after the screen. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${product.name}` : `${product.name}: ${product.tagline}`;
  }, [title]);
}
