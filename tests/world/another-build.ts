import type { SourceChange } from './bundle.ts';

/**
 * The differences of another build, which pages, workers and servers of today's build meet. It differs only where the product
 * says that builds may differ.
 */
export const anotherBuild: SourceChange[] = [
  // A later page may send the worker messages and questions that today's build does not know, and a later worker may do so to
  // pages.
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
  // Records have fields that other builds do not know, and keep or drop when they write the record.
  {
    file: 'src/writing/record/post-record.ts',
    find: '  unanswered: [],\n  rev: 0,',
    replace: '  unanswered: [],\n  ...{ ofAnotherBuild: true },\n  rev: 0,',
  },
  // The server's posts have a field that today's build does not read.
  {
    file: 'src/server/posts/query-posts.ts',
    find: 'const post = { _id: id, title, summary, imgUrl: img_url, content, createdAt: created_at, author };',
    replace: `const added = { ofAnotherBuild: true };
  const post = { _id: id, title, summary, imgUrl: img_url, content, createdAt: created_at, author, ...added };`,
  },
];
