import { pagePaths } from '../../contract/paths.ts';

interface NoScriptOlderPostsLinkProps {
  /** The URL of the call for the next page. */
  next: string;
  page?: string;
  children?: string | undefined;
}

/** A link to older posts that needs no JavaScript: the screen's address takes the same `after` cursor as the call. */
export function NoScriptOlderPostsLink({
  next,
  page = pagePaths.home,
  children = 'Older posts',
}: NoScriptOlderPostsLinkProps) {
  const after = /[?&]after=([^&]+)/.exec(next)?.[1];
  return (
    <noscript>
      <a className="button quiet" href={`${page}${page.includes('?') ? '&' : '?'}after=${after}`}>
        {children}
      </a>
    </noscript>
  );
}
