import { useEffect, useState } from 'react';
import { countOwnPosts, type PostCount } from '../../../account/count-own-posts.ts';
import { timeouts } from '../../../device/timeouts.ts';
import { withTimeout } from '../../../device/with-timeout.ts';
import { type DeviceWriting, readDeviceWriting } from '../../../writing/record/device-writing.ts';
import { counted, countedAll } from '../../text/counted.ts';

/** Returns sentences that say what deleting the account removes. Adds counts when they arrive. */
export function useDeletionSummary(userId: string): string[] {
  const [posts, setPosts] = useState<PostCount>();
  const [here, setHere] = useState<DeviceWriting>();
  useEffect(() => {
    const leaving = new AbortController();
    const unlessLeft = (error: unknown) => {
      if (!leaving.signal.aborted)
        console.error('Could not count the texts of the account; no counts are shown.', error);
    };
    countOwnPosts(userId, leaving.signal).then(setPosts, unlessLeft);
    withTimeout(timeouts.databaseTimeoutMs, readDeviceWriting(userId)).then(setHere, unlessLeft);
    return () => leaving.abort();
  }, [userId]);
  return wordsOf(posts, here);
}

function wordsOf(posts: PostCount | undefined, here: DeviceWriting | undefined): string[] {
  const { drafts = [], waiting = [] } = here ?? {};
  const onDevice = countedAll({ draft: drafts.length, 'waiting change': waiting.length });
  return [
    posts?.count === 0 ? 'Your page, which has no posts' : `${postsInWords(posts)}, with every version and picture`,
    ...(onDevice ? [`On this device: ${onDevice}`] : []),
    'Your name, email and password, recovery codes and passkeys',
    'Your login on every device, with drafts and waiting changes there',
  ];
}

function postsInWords(posts: PostCount | undefined): string {
  if (!posts) return 'All your posts';
  if (posts.isMore) return `All your posts, over ${posts.count.toLocaleString()}`;
  return counted(posts.count, 'post');
}
