import { type ReactNode, useState } from 'react';
import type { Post } from '../../contract/posts.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { isLongTitle, titleOf } from '../text/title-of.ts';
import { isTypefaceLoaded } from '../text/typeface.ts';
import { PostPicture } from './PostPicture.tsx';
import { ProseFrame } from './ProseFrame.tsx';

interface PostArticleProps {
  post: Pick<Post, 'title' | 'imgUrl'>;
  prose: ReactNode;
  byline: ReactNode;
  /** Says when the post was edited, if it was. */
  edited?: ReactNode;
  /** Buttons below the byline, if any. */
  actions?: ReactNode;
  /** Shown after the text. */
  children?: ReactNode;
}

/** A post as readers see it, on its own page and in its author's preview. */
export function PostArticle({ post, prose, byline, edited, actions, children }: PostArticleProps) {
  const isShownHere = useIsHydrated();
  // Fixed while the article is shown, because another typeface would move its lines.
  const [isTypeset] = useState(() => isShownHere && isTypefaceLoaded());
  return (
    <article className={isTypeset ? 'column reading typeset' : 'column reading'} dir="auto">
      <h1 className={isLongTitle(post) ? 'long' : undefined}>{titleOf(post)}</h1>
      <p className="byline hint">{byline}</p>
      {edited}
      {actions !== undefined && <div className="post-actions">{actions}</div>}
      <PostPicture url={post.imgUrl} />
      <ProseFrame>{prose}</ProseFrame>
      {children}
    </article>
  );
}
