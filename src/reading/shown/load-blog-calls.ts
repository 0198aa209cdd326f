/**
 * Loads the calls of the reading screens, with ky and the schemas, when the first one is made: a page that the server rendered
 * starts without them.
 */
export const loadBlogCalls = () => import('./blog-calls.ts');
