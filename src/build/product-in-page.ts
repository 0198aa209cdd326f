import type { Plugin } from 'vite';
import { product, productDescription } from '../contract/product.ts';

/** Fills the product's name, description and colours into index.html. */
export const productInPage: Plugin = {
  name: 'product-in-page',
  transformIndexHtml: (html: string) =>
    html
      .replaceAll('%NAME%', product.name)
      .replaceAll('%DESCRIPTION%', productDescription)
      .replaceAll('%PAPER_LIGHT%', product.paper.light)
      .replaceAll('%PAPER_DARK%', product.paper.dark),
};
