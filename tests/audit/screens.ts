import { pagePaths } from '../../src/contract/paths.ts';

export interface Screen {
  /** The screen's path in the specification, or Not Found. */
  name: string;
  path: string;
  /** Whether the visitor is logged in, as an author who has published posts. */
  signedIn: boolean;
}

export const notFoundPath = '/nowhere';

/** Returns the specification's screens (section 2), the account's and Not Found. Some occur again, signed in. */
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
    // Signed in, the app requests the profile, and replaces a link in the rendered nav bar by a menu. The nav bar is
    // the same on all screens, so only the largest ones are measured signed in.
    screen(pagePaths.landing, true),
    screen(pagePaths.home, true),
    post(true),
    screen(pagePaths.create, true),
    screen(pagePaths.myBlogs, true),
    screen(pagePaths.account, true),
  ];
}
