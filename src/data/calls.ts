/**
 * The calls a reader's screens make. They come with ky and the schemas, and a first visit that was rendered by the
 * server makes none: so they are loaded with the first call.
 */
export const blogCalls = () => import('./api/blog.ts');
