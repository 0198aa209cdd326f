import { useState } from 'react';
import { pagePaths } from '../../contract/paths.ts';
import type { Post } from '../../contract/posts.ts';
import { titleOf } from '../text/title-of.ts';
import { QuietButton } from './QuietButton.tsx';

/** Opens the platform's share sheet if there is one, otherwise copies the link. */
export function ShareButton({ post }: { post: Post }) {
  const [said, setSaid] = useState('');
  const link = { title: titleOf(post), url: new URL(pagePaths.blog(post._id), location.origin).href };
  const hasSheet = navigator.canShare?.(link) ?? false;
  const share = async () => {
    try {
      await navigator.share(link);
    } catch (error) {
      // `AbortError`: the reader has closed the share sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
    }
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link.url);
      setSaid('Link copied.');
    } catch (error) {
      console.error('Could not copy the link; it is shown instead.', error);
      setSaid(`This browser did not copy it: ${link.url}`);
    }
  };
  return (
    <>
      <QuietButton onClick={() => void (hasSheet ? share() : copy())}>{hasSheet ? 'Share' : 'Copy link'}</QuietButton>
      <span role="status">{said}</span>
    </>
  );
}
