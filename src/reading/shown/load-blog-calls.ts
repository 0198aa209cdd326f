/**
 * Imports the calls for lists and posts, with ky and the schemas, at the first call: a page that the server rendered
 * starts without them.
 */
export const loadBlogCalls = () => import('./blog-calls.ts');
