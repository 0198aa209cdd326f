import { imageAddress } from '../../contract/image-url.ts';

const isInText = (url: string): boolean => /^(?:https?:\/\/|\/images\/)/i.test(url);

/** Returns what is loaded for an image in a text: one from the web or from `/images/`, but no other path and no `data:`. */
export function textImageAddress(written: string, pageHost: string): string | undefined {
  const address = isInText(written) ? imageAddress(written, pageHost) : undefined;
  return address !== undefined && isInText(address) ? address : undefined;
}
