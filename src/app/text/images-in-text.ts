import { textImageAddress } from '../../contract/image-url.ts';
import { parseOnDevice } from './parse-on-device.ts';

/** The addresses of the images in a post's text, each once. None of a text that takes too long to parse. */
export async function imagesInText(content: string): Promise<string[]> {
  if (!content.includes('![')) return [];
  const found = new Set<string>();
  collect(await parseOnDevice(content), found);
  return [...found].map((url) => textImageAddress(url, location.hostname)).filter((address) => address !== undefined);
}

/** Looks through a tree of whatever kinds: an image may stand in a table, a quote or a link. */
function collect(node: unknown, found: Set<string>): void {
  if (typeof node !== 'object' || node === null) return;
  if ('kind' in node && node.kind === 'image' && 'url' in node && typeof node.url === 'string') found.add(node.url);
  for (const child of Object.values(node)) collect(child, found);
}
