/**
 * Matches hosts on this device or in a private network: names of one word or of a local zone, and every address that is
 * not of the public internet (RFC 6890). A public name that resolves to a private address is not recognized.
 */
const privateHost =
  /^([^.[]+|.*\.(local(host|domain)?|int(ernal|ranet)|private|lan|corp|home(\.arpa)?)|(0|10|127|2(2[4-9]|[345].)|169\.254|192\.(168|0\.[02])|198\.(1[89]|51\.100)|203\.0\.113|172\.(1[6-9]|2.|3[01])|100\.(6[4-9]|[7-9].|1[01].|12[0-7]))\.[\d.]+|\[((?![23]...:)|200(2|1:(db8|0?):)).*)\.?$/;

/**
 * Whether the text that an author gave as image can be loaded: a `data:`, `http:` or `https:` URL, or a relative one on
 * the site itself. A post must not make a reader's browser send requests into the reader's private network, unless the
 * page itself is there.
 */
export function isImageUrl(url: string, pageHost: string): boolean {
  const base = 'https://a.b';
  if (url.trim() === '' || !URL.canParse(url, base)) return false;
  const { protocol, hostname } = new URL(url, base);
  return (
    protocol === 'data:' || (/^https?:$/.test(protocol) && (!privateHost.test(hostname) || privateHost.test(pageHost)))
  );
}
