/** The paths of the eight calls (specification, section 7), relative to the backend's host. */
export const callPaths = {
  profile: '/auth/me',
  register: '/auth/register',
  login: '/auth/login',
  posts: '/blog/posts',
  post: (id: string) => `/blog/posts/${encodeURIComponent(id)}`,
  userPosts: (userId: string) => `/blog/users/${encodeURIComponent(userId)}/posts`,
} as const;

/** The paths of the screens (specification, section 2). */
export const pagePaths = {
  landing: '/',
  home: '/home',
  register: '/register',
  login: '/login',
  create: '/create',
  myBlogs: '/myBlogs',
  profile: '/profile',
  blog: (id: string) => `/blog/${encodeURIComponent(id)}`,
} as const;

/** The query of `/create` under which other apps share something into this one (Web Share Target). */
export const sharedParams = { title: 'title', text: 'text', url: 'url' } as const;

/** Tells a path of the backend from a path of a screen; `/blog/{id}` is a screen, `/blog/posts` is not. */
export function isBackendPath(pathname: string): boolean {
  return /^\/(auth|blog\/posts|blog\/users|healthz)(\/|$)/.test(pathname);
}
