import { pagePaths } from '../../contract/paths.ts';

/** Without JavaScript a rendered list is read page by page: the cursor of the call is the cursor of the screen. */
export function OlderPosts({ next }: { next: string }) {
  const after = /[?&]after=([^&]+)/.exec(next)?.[1];
  return (
    <noscript>
      <a className="button quiet" href={`${pagePaths.home}?after=${after}`}>
        Older posts
      </a>
    </noscript>
  );
}
