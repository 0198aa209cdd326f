import type { NewPost } from '../../contract/posts.ts';
import { imageAddresses, withImageAddresses } from '../../text/markdown/image-addresses.ts';

/** Returns the addresses of a post's pictures, each once. */
export const picturesIn = ({ imgUrl, content }: Pick<NewPost, 'imgUrl' | 'content'>): string[] =>
  [...new Set([imgUrl, ...imageAddresses(content)])].filter((address) => address !== '');

/** Replaces the addresses of a post's pictures. An address for which `by` returns `undefined` stays. */
export const withPictures = (post: NewPost, by: (address: string) => string | undefined): NewPost => ({
  ...post,
  imgUrl: by(post.imgUrl) ?? post.imgUrl,
  content: withImageAddresses(post.content, by),
});
