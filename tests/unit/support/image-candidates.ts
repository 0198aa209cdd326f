/**
 * Returns the addresses of a `srcset` as a browser reads them:
 * https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute
 */
function srcsetAddresses(srcset: string): string[] {
  const addresses: string[] = [];
  for (let rest = srcset; ; ) {
    rest = rest.replace(/^[\t\n\f\r ,]+/, '');
    const [address = ''] = /^[^\t\n\f\r ]*/.exec(rest) ?? [];
    if (address === '') return addresses;
    addresses.push(address.replace(/,+$/, ''));
    rest = rest.slice(address.length);
    // Descriptors end at a comma outside brackets. A URL that ends with a comma has no descriptors.
    if (!address.endsWith(',')) rest = rest.replace(/^(?:\([^)]*\)?|[^(,])*/, '');
  }
}

/** Returns every address that a browser may load an image from while it shows this HTML. */
export function imageAddressesIn(html: string): string[] {
  const { content } = Object.assign(document.createElement('template'), { innerHTML: html });
  const attributes = (names: string[]) =>
    names.flatMap((name) =>
      [...content.querySelectorAll(`img[${name}], link[${name}]`)].map((it) => it.getAttribute(name) ?? ''),
    );
  return [...attributes(['src', 'href']), ...attributes(['srcset', 'imagesrcset']).flatMap(srcsetAddresses)];
}
