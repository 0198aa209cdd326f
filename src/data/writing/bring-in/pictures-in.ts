import type { NewPost } from '../../../contract/posts.ts';

/** The address of a picture in Markdown, with what stands before and behind it. */
const pattern = /(!\[(?:[^[\]\\]|\\.)*\]\(\s*<?)([^)\s<>]+)/g;

/** The addresses of pictures in a post, each once, as they are written. */
export function picturesIn({ imgUrl, content }: Pick<NewPost, 'imgUrl' | 'content'>): string[] {
  const inText = [...content.matchAll(pattern)].map(([, , address = '']) => address);
  return [...new Set([imgUrl, ...inText])].filter((address) => address !== '');
}

/** Puts other addresses in the place of pictures'. What `by` does not know stays. */
export function withPictures(post: NewPost, by: (address: string) => string | undefined): NewPost {
  const content = post.content.replaceAll(pattern, (written, before: string, address: string) => {
    const other = by(address);
    return other === undefined ? written : before + other;
  });
  return { ...post, imgUrl: by(post.imgUrl) ?? post.imgUrl, content };
}
