import { pagePaths } from '../../src/contract/paths.ts';

export interface Screen {
  /** The screen's path in the specification, or Not Found. */
  name: string;
  path: string;
  /** Whether the visitor is logged in, as an author who has published posts. */
  signedIn: boolean;
}

export const notFoundPath = '/nowhere';

/** Returns the screens of the specification (section 2) and the account, and Not Found; some also signed in. */
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
    // Signed in, the app requests the profile, and puts a menu in place of a link into the rendered nav bar. The nav
    // bar is the same everywhere, so only the largest screens are measured with it.
    screen(pagePaths.landing, true),
    screen(pagePaths.home, true),
    post(true),
    screen(pagePaths.create, true),
    screen(pagePaths.myBlogs, true),
    screen(pagePaths.account, true),
  ];
}
