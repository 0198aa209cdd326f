import { pagePaths } from '../../src/contract/paths.ts';

export interface Screen {
  path: string;
  /** Seen by an author who has written posts. */
  signedIn: boolean;
}

export const notFoundPath = '/nowhere';

/** Every screen of the specification, section 2, and Not Found. */
export function screensOf(postId: string): Screen[] {
  const anonymous = [
    pagePaths.landing,
    pagePaths.home,
    pagePaths.register,
    pagePaths.login,
    pagePaths.blog(postId),
    notFoundPath,
  ];
  const authors = [pagePaths.create, pagePaths.myBlogs];
  return [
    ...anonymous.map((path) => ({ path, signedIn: false })),
    ...authors.map((path) => ({ path, signedIn: true })),
  ];
}
