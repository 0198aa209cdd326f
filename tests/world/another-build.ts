/**
 * The differences of another build's source from today's. Pages, workers and servers of the two builds meet, so each
 * difference is one that the product must tolerate.
 */
export const anotherBuild = {
  // Pages of the other build send messages and questions that today's worker does not know. Its worker sends unknown
  // messages to today's pages.
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
  // The server's posts have a field that today's build does not read.
  'src/server/posts/query-posts.ts': {
    'const post = { _id: id, title, summary, imgUrl: img_url, content, createdAt: created_at, author };': `const added = { ofAnotherBuild: true };
  const post = { _id: id, title, summary, imgUrl: img_url, content, createdAt: created_at, author, ...added };`,
  },
};
