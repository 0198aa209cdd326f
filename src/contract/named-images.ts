import { parseImageName } from './images.ts';
import type { NewPost } from './posts.ts';

const address = /\/images\/([0-9a-f]{64}-\d{1,4}x\d{1,4}\.[a-z]{3,4})/g;

/** Returns the names of the uploaded images that a post's image URL and text refer to, each once, in order. */
export function imagesNamedIn({ imgUrl, content }: Pick<NewPost, 'imgUrl' | 'content'>): string[] {
  const names = [imgUrl, content].flatMap((text) => [...text.matchAll(address)].map(([, name = '']) => name));
  return [...new Set(names)].filter((name) => parseImageName(name) !== undefined);
}
