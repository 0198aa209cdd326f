import { pagePaths } from '../../src/contract/paths.ts';

export interface Screen {
  /** As the specification names it. */
  name: string;
  path: string;
  /** Seen by an author who has written posts. */
  signedIn: boolean;
}

export const notFoundPath = '/nowhere';

/** Every screen of the specification, section 2, those of the account, and Not Found; signed in too where that changes what is measured. */
export function screensOf(postId: string): Screen[] {
  const screen = (path: string, signedIn: boolean, name = path) => ({ name, path, signedIn });
  const post = (signedIn: boolean) => screen(pagePaths.blog(postId), signedIn, '/blog/{id}');
  return [
    screen(pagePaths.landing, false),
    screen(pagePaths.home, false),
    post(false),
    screen(pagePaths.register, false),
    screen(pagePaths.login, false),
    screen(pagePaths.recover, false),
    screen(notFoundPath, false, 'Not Found'),
    // Signed in, the profile is requested and the nav bar's menu replaces a link above what was rendered without it. That
    // nav bar is the same everywhere: it is measured over the largest screens, and not again over the small ones.
    screen(pagePaths.landing, true),
    screen(pagePaths.home, true),
    post(true),
    screen(pagePaths.create, true),
    screen(pagePaths.myBlogs, true),
    screen(pagePaths.account, true),
  ];
}
