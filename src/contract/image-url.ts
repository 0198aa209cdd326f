/**
 * Matches hosts on this device or in a private network. These are names of one word, names in a local zone or with an
 * empty label, and addresses outside the public internet (RFC 6890). A public name that resolves to a private address
 * is not recognized.
 */
const privateHost =
  /^(\.|[^.[]+\.?$|(0|10|127|2(2[4-9]|[345].)|169\.254|192\.(168|0\.[02])|198\.(1[89]|51\.100)|203\.0\.113|172\.(1[6-9]|2.|3[01])|100\.(6[4-9]|[7-9].|1[01].|12[0-7]))\.[\d.]+$|\[([^23]|.{1,3}:|200(2|1:(db8|1?.?.?):)|3fff:.?.?.?:))|\.\.|(^|\.)(local(host|domain|net)?|int(ernal|ranet|ra)|private|lan|corp|test|ip|fritz\.box|home(\.arpa)?)\.?$/;

/**
 * Stands for the site itself: the server might not know its own name. No real host can have this name (RFC 6761).
 */
const site = 'https://site.invalid';

/**
 * Returns the address to load for an image address that an author wrote: a normalized `data:`, `http:` or `https:` URL,
 * or a path on the site itself. Returns `undefined` if the address is not allowed. Only pages in a private network may
 * load images from private networks: a post must not make a reader's browser send requests there. Load the returned
 * address, never the author's text: pages of another scheme or path resolve the text differently. For example,
 * `https:10.0.0.1` is a path only on an https page.
 */
export function imageAddress(written: string, pageHost: string): string | undefined {
  const base = URL.canParse(written) ? undefined : site;
  if (!written.trim() || !URL.canParse(written, base)) return undefined;
  const { href, protocol, hostname } = new URL(written, base);
  // Rejects a path that begins with two slashes: a browser would take the first part for a host.
  if (base && href.startsWith(`${site}/`)) return /^\/[^/?#].*/.exec(href.slice(site.length))?.[0];
  const isAllowed =
    protocol === 'data:' || (/^https?:$/.test(protocol) && (!privateHost.test(hostname) || privateHost.test(pageHost)));
  return isAllowed ? href : undefined;
}

const isInText = (url: string): boolean => /^(?:https?:\/\/|\/images\/)/i.test(url);

/** Works like `imageAddress` for images inside a text, but allows only `http:`, `https:` and paths below `/images/`. */
export function textImageAddress(written: string, pageHost: string): string | undefined {
  const address = isInText(written) ? imageAddress(written, pageHost) : undefined;
  return address !== undefined && isInText(address) ? address : undefined;
}
