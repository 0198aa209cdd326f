import type { OldFault } from './old-fault.ts';

export const readingFaults: OldFault[] = [
  {
    name: 'posts that are read are not stored',
    breaks: /without a network has|does not show the list/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/reading/answers/fetch-reading.ts',
        find: '  const outcome = storeAndTell(response.clone(), asked, call);',
        replace: "  const outcome = Promise.resolve<Outcome>({ kind: 'not wanted' });",
      },
    ],
  },
  {
    name: 'only the newest posts that a reader has scrolled to are stored',
    breaks: /keeps the newest posts/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/worker/worker-host.ts',
        find: '    event.waitUntil(keepNewest(async (url) => (await refetch(url, event)).outcome));\n',
        replace: '',
      },
    ],
  },
  {
    name: 'the app forgets a gap among the newest posts',
    breaks: /keeps the newest posts/,
    changes: [
      {
        file: 'src/reading/store/newest-posts.ts',
        find: 'missing: lacking ?? (count',
        replace: 'missing: (count',
      },
    ],
  },
  {
    name: 'a cached post stays as it was before a confirmed edit',
    breaks: /shows version .* was saved/,
    changes: [
      {
        file: 'src/writing/sender/confirm-change.ts',
        find: 'else await storeEditedPost({ ...post, version: post.version });',
        replace: 'else await markListsStale();',
      },
    ],
  },
  {
    name: 'a cached list is never refreshed',
    breaks: / sees .* and not |where version .* is/,
    changes: [
      {
        file: 'src/reading/answers/answer-reading.ts',
        find: "  if (request.cache !== 'force-cache') host.waitUntil(fetchReading({ ...asked, stored }));\n",
        replace: '',
      },
    ],
  },
  {
    name: 'an older answer replaces a newer one',
    breaks: /where .* was shown|without a network has/,
    changes: [
      {
        file: 'src/reading/store/put-posts.ts',
        find: 'lastCall(before, listed) > call || ',
        replace: '',
      },
      {
        file: 'src/reading/store/store-list.ts',
        find: "    if (before && before.call > call) return { kind: 'older' };\n",
        replace: '',
      },
    ],
  },
  {
    name: 'all calls get the same number',
    breaks: /where .* was shown|without a network has/,
    changes: [
      {
        file: 'src/reading/store/take-call.ts',
        find: 'const last = calls.last + 1;',
        replace: 'const last = Math.max(calls.last, 1);',
      },
    ],
  },
  {
    name: 'posts are stored without the number of their call',
    breaks: /where .* was shown|without a network has/,
    changes: [
      {
        file: 'src/reading/store/put-posts.ts',
        find: '    id: post._id,\n    call,\n',
        replace: '    id: post._id,\n    call: 0,\n',
      },
    ],
  },
  {
    name: 'a newer first page of a list removes the pages below it',
    breaks: /without a network has/,
    changes: [
      {
        file: 'src/reading/store/store-list.ts',
        find: 'const joined = joinPages(list, at, fresh, { next, isDeleted });',
        replace: 'const joined = { ...list, pages: [...list.pages.slice(0, at), fresh], next };',
      },
    ],
  },
  {
    name: 'a confirmed delete leaves the post in the caches',
    breaks: /which was deleted there|which is deleted/,
    changes: [
      {
        file: 'src/writing/sender/confirm-change.ts',
        find: '      await removeDeletedPosts([change.postId]);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'an error of the server hides the cached list',
    breaks: /without a network has|does not show the list/,
    changes: [
      {
        file: 'src/reading/answers/answer-reading.ts',
        find: "  if (kind === 'invalid') return toResponse(before, 'device');",
        replace: "  if (kind === 'invalid') return response;",
      },
    ],
  },
  {
    name: "a captive portal's page is cached as the list",
    breaks: /without a network has|does not show the list/,
    changes: [
      {
        file: 'src/reading/store/store-answer.ts',
        find: ': parseList(text);',
        replace: ': (parseList(text) ?? []);',
      },
    ],
  },
  {
    name: 'a late profile is shown to the user who has logged in meanwhile',
    breaks: / names /,
    changes: [
      {
        file: 'src/session/profile.ts',
        find: 'if (!isCurrent(asked)) return;',
        replace: '',
      },
    ],
  },
  {
    name: 'the next page of a list replaces the pages above it',
    breaks: /has shown .*, and without a network has/,
    isQuicklyFound: true,
    changes: [
      {
        file: 'src/reading/shown/post-list.ts',
        find: 'pages: [...listed.pages, ...more] });',
        replace: 'pages: more });',
      },
    ],
  },
  {
    name: 'an answer that is older than a delete brings the post back',
    breaks: /which was deleted there|which is deleted/,
    changes: [
      {
        file: 'src/reading/store/put-posts.ts',
        find: '  store.put(keys.deleted, Object.fromEntries(latest.slice(0, maxEntries.deletedPosts)) satisfies DeletedPosts);\n',
        replace: '',
      },
    ],
  },
  {
    name: 'the link to the next page of a list is not stored',
    breaks: /without a network has/,
    changes: [
      {
        file: 'src/reading/store/store-list.ts',
        find: 'const joined = joinPages(list, at, fresh, { next, isDeleted });',
        replace: 'const joined = joinPages(list, at, fresh, { next: undefined, isDeleted });',
      },
    ],
  },
  {
    name: 'an opened post is evicted with its page of the list',
    breaks: /has read ".*", and without a network/,
    changes: [
      {
        file: 'src/reading/store/store-answer.ts',
        find: '    await keepSingles(store, [sent.post._id]);\n',
        replace: '',
      },
      {
        file: 'src/reading/store/take-call.ts',
        find: "if (reading.kind === 'post' && (await store.get(keys.post(reading.id)))) await keepSingles(store, [reading.id]);",
        replace: '',
      },
    ],
  },
  {
    name: 'the posts of a first visit are not stored',
    breaks: /without a network has|has read ".*", and without a network/,
    changes: [
      {
        file: 'src/reading/shown/read-in-page.ts',
        find: "  'serviceWorker' in navigator &&\n  isUncontrolled",
        replace: "  'nothing' in navigator &&\n  isUncontrolled",
      },
    ],
  },
  {
    name: "an author's own list that arrives after the logout is stored",
    breaks: /lists the posts of who has logged out/,
    changes: [
      {
        file: 'src/reading/store/store-list.ts',
        find: "    if (await isBeforeLogout(store, call)) return { kind: kindOfList(first) === 'own' ? 'not wanted' : 'older' };\n",
        replace: '',
      },
    ],
  },
];
