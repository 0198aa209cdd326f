import type { SourceChange } from './bundle.ts';

/**
 * What another build than today's has: pages, workers and servers of both meet. It differs where the product says that
 * builds may differ.
 */
export const anotherBuild: SourceChange[] = [
  // A later page may tell the worker and ask of it what this one does not know; a later worker tells the pages such things.
  {
    file: 'src/reading/news/worker-client.ts',
    find: "    worker?.postMessage({ type: 'opened' } satisfies ToWorker);",
    replace: `    for (const type of ['opened', 'of another build', 'ask'] as const)
      worker?.postMessage({ type, what: 'of another build', address: '' });`,
  },
  {
    file: 'src/worker/index.ts',
    find: "    case 'opened':\n",
    replace: `    case 'opened':
      event.waitUntil(
        self.clients.matchAll().then((pages) => pages.map((page) => page.postMessage({ type: 'of another build' }))),
      );
`,
  },
  // Records have fields that other builds know nothing of, and keep or drop as they write them.
  {
    file: 'src/writing/record/post-record.ts',
    find: '  unanswered: [],\n  rev: 0,',
    replace: '  unanswered: [],\n  ...{ ofAnotherBuild: true },\n  rev: 0,',
  },
  // The server answers more about a post than this build reads.
  {
    file: 'src/server/posts/query-posts.ts',
    find: 'const post = { _id: id, title, summary, imgUrl: img_url, content, createdAt: created_at, author };',
    replace: `const added = { ofAnotherBuild: true };
  const post = { _id: id, title, summary, imgUrl: img_url, content, createdAt: created_at, author, ...added };`,
  },
];
