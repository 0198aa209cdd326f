/**
 * The changes that make another build from today's source. Pages, workers and servers of both builds run together, so
 * the product must tolerate each change.
 */
export const anotherBuild = {
  // The other build's pages send today's worker unknown messages and questions. The other build's worker sends today's
  // pages unknown messages.
  'src/reading/news/worker-client.ts': {
    "    worker?.postMessage({ type: 'opened' } satisfies ToWorker);": `    for (const type of ['opened', 'of another build', 'ask'] as const)
      worker?.postMessage({ type, what: 'of another build', address: '' });`,
  },
  'src/worker/index.ts': {
    "    case 'opened':\n": `    case 'opened':
      event.waitUntil(
        self.clients.matchAll().then((pages) => pages.map((page) => page.postMessage({ type: 'of another build' }))),
      );
`,
  },
  // The other build's records have a field that today's build does not know. Today's build may keep or drop it.
  'src/writing/record/post-record.ts': {
    '  unanswered: [],\n  rev: 0,': '  unanswered: [],\n  ...{ ofAnotherBuild: true },\n  rev: 0,',
  },
  // Posts of the other build's server have a field that today's app does not read.
  'src/server/posts/query-posts.ts': {
    'const post = { _id: id, title, summary, imgUrl: img_url, content, createdAt: created_at, author };': `const added = { ofAnotherBuild: true };
  const post = { _id: id, title, summary, imgUrl: img_url, content, createdAt: created_at, author, ...added };`,
  },
};
