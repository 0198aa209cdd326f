import type { Gathered } from './gather-writing.ts';

/** Returns a sentence for each kind of content that the file lacks. */
export function missingInWords({ posts, versionsOf, images, unpublished }: Gathered['missing']): string[] {
  const countOfPosts = `${versionsOf.toLocaleString('en')} ${versionsOf === 1 ? 'post' : 'posts'}`;
  return [
    ...(posts ? [postsInWords(posts)] : []),
    ...(versionsOf > 0 ? [`Earlier versions of ${countOfPosts} are missing.`] : []),
    ...(images > 0 ? [`Pictures are missing: ${images.toLocaleString('en')}.`] : []),
    ...(unpublished ? ['Drafts and waiting posts are missing: they could not be read on this device.'] : []),
  ];
}

function postsInWords({ isWhole }: { isWhole: boolean }): string {
  const asOf = 'The server did not list all your posts: the others are as this device last had them.';
  return isWhole ? asOf : `${asOf} Posts that it does not have are missing.`;
}
