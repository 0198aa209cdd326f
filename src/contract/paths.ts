/** The names of a template's parameters: `'id'` for `'/blog/posts/:id'`. */
type ParameterOf<Template extends string> = Template extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : Template extends `${string}:${infer Name}`
    ? Name
    : never;

/** The values of a template's parameters, by name. */
export type ParametersOf<Template extends string> = Record<ParameterOf<Template>, string>;

/**
 * The paths of the eight calls (specification, section 7), and of some calls that only our own backend has. Relative to
 * the backend's host.
 */
export const callTemplates = {
  profile: '/auth/me',
  register: '/auth/register',
  login: '/auth/login',
  posts: '/blog/posts',
  importPost: '/blog/posts/import',
  post: '/blog/posts/:id',
  userPosts: '/blog/users/:userId/posts',
  versions: '/blog/posts/:id/versions',
  version: '/blog/posts/:id/versions/:version',
  image: '/images/:name',
} as const;

export const callPaths = {
  ...callTemplates,
  post: (id: string) => fill(callTemplates.post, { id }),
  userPosts: (userId: string) => fill(callTemplates.userPosts, { userId }),
  versions: (id: string) => fill(callTemplates.versions, { id }),
  version: (id: string, version: number) => fill(callTemplates.version, { id, version: String(version) }),
  image: (name: string) => fill(callTemplates.image, { name }),
  /**
   * Our own backend's lists of posts, found by words, topic or author. These lists have authors' names, and no emails.
   */
  found: (by: 'q' | 'topic' | 'author', what: string) => `${callTemplates.posts}?${by}=${encodeURIComponent(what)}`,
} as const;

/** Our own backend sets its session cookie for these paths, because calls below these paths accept the cookie. */
export const sessionCookiePaths = [callPaths.posts, '/images'] as const;

/** The paths of the screens in the specification (section 2), and of Storyline's own further screens. */
export const pageTemplates = {
  landing: '/',
  home: '/home',
  register: '/register',
  login: '/login',
  create: '/create',
  myBlogs: '/myBlogs',
  profile: '/profile',
  account: '/account',
  recover: '/recover',
  blog: '/blog/:id',
  edit: '/blog/:id/edit',
  versions: '/blog/:id/versions',
  topic: '/topic/:tag',
  author: '/author/:id',
  page: '/page/:name',
} as const;

export const pagePaths = {
  ...pageTemplates,
  blog: (id: string) => fill(pageTemplates.blog, { id }),
  edit: (id: string) => fill(pageTemplates.edit, { id }),
  versions: (id: string) => fill(pageTemplates.versions, { id }),
  topic: (tag: string) => fill(pageTemplates.topic, { tag }),
  author: (id: string) => fill(pageTemplates.author, { id }),
  page: (name: string) => fill(pageTemplates.page, { name }),
} as const;

function fill<Template extends string>(template: Template, parameters: ParametersOf<Template>): string {
  const values: Record<string, string> = parameters;
  return template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** @returns the parameters of the path, still encoded, or `undefined` if the path does not match the template */
export function parametersIn<Template extends string>(
  template: Template,
  path: string,
): ParametersOf<Template> | undefined {
  const [names, values] = [template.split('/'), path.split('/')];
  const fits = (name: string, at: number) => (name.startsWith(':') ? values[at] !== '' : values[at] === name);
  if (names.length !== values.length || !names.every(fits)) return undefined;
  const found = names.flatMap((name, at) => (name.startsWith(':') ? [[name.slice(1), values[at]]] : []));
  return Object.fromEntries(found);
}

/** Returns whether a path belongs to the backend (`/blog/posts`) and not to a screen (`/blog/{id}`). */
export function isBackendPath(pathname: string): boolean {
  return /^\/(auth|blog\/posts|blog\/users|images|healthz|metrics|problems|\.well-known)(\/|$)/.test(pathname);
}

/**
 * Returns whether the last segment of a path ends with a file extension. A regular expression would take quadratic time
 * for a path of 16,000 dots.
 */
export function hasFileExtension(pathname: string): boolean {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  const dot = name.indexOf('.');
  return dot !== -1 && dot < name.length - 1;
}
