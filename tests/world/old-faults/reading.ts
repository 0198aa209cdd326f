import type { OldFault } from './old-fault.ts';

export const readingFaults: OldFault[] = [
  {
    name: 'the app does not store the posts that it reads',
    breaks: /without a network has|does not show the list/,
    isQuicklyFound: true,
    changes: {
      'src/reading/answers/fetch-reading.ts': {
        '  const outcome = storeAndTell(response.clone(), asked, call);':
          "  const outcome = Promise.resolve<Outcome>({ kind: 'not wanted' });",
      },
    },
  },
  {
    name: 'only the newest posts that a reader has scrolled to are stored',
    breaks: /keeps the newest posts/,
    isQuicklyFound: true,
    changes: {
      'src/worker/worker-host.ts': {
        '    event.waitUntil(keepNewest(async (url) => (await refetch(url, event)).outcome));\n': '',
      },
    },
  },
  {
    name: 'the app forgets a gap among the newest posts',
    breaks: /keeps the newest posts/,
    changes: { 'src/reading/store/newest-posts.ts': { 'missing: lacking ?? (count': 'missing: (count' } },
  },
  {
    name: 'a cached post stays as it was before a confirmed edit',
    breaks: /shows version .* was saved/,
    changes: {
      'src/writing/sender/confirm-change.ts': {
        'else await storeEditedPost({ ...post, version: post.version });': 'else await markListsStale();',
      },
    },
  },
  {
    name: 'a cached list is never refreshed',
    breaks: / sees .* and not |where version .* is/,
    changes: {
      'src/reading/answers/answer-reading.ts': {
        "  if (request.cache !== 'force-cache') host.waitUntil(fetchReading({ ...asked, stored }));\n": '',
      },
    },
  },
  {
    name: 'an older answer replaces a newer answer',
    breaks: /where .* was shown|without a network has/,
    changes: {
      'src/reading/store/put-posts.ts': { 'lastCall(before, listed) > call || ': '' },
      'src/reading/store/store-list.ts': { "    if (before && before.call > call) return { kind: 'older' };\n": '' },
    },
  },
  {
    name: 'all calls get the same call number',
    breaks: /where .* was shown|without a network has/,
    changes: {
      'src/reading/store/take-call.ts': { 'const last = calls.last + 1;': 'const last = Math.max(calls.last, 1);' },
    },
  },
  {
    name: 'posts are stored without their call number',
    breaks: /where .* was shown|without a network has/,
    changes: {
      'src/reading/store/put-posts.ts': { '    id: post._id,\n    call,\n': '    id: post._id,\n    call: 0,\n' },
    },
  },
  {
    name: 'a newer first page of a list removes the pages below it',
    breaks: /without a network has/,
    changes: {
      'src/reading/store/store-list.ts': {
        'const joined = joinPages(list, at, fresh, { next, isDeleted });':
          'const joined = { ...list, pages: [...list.pages.slice(0, at), fresh], next };',
      },
    },
  },
  {
    name: 'a confirmed delete leaves the post in the caches',
    breaks: /which was deleted there|which is deleted/,
    changes: { 'src/writing/sender/confirm-change.ts': { '      await removeDeletedPosts([change.postId]);\n': '' } },
  },
  {
    name: 'an error of the server hides the cached list',
    breaks: /without a network has|does not show the list/,
    changes: {
      'src/reading/answers/answer-reading.ts': {
        "  if (kind === 'invalid') return toResponse(before, 'device');": "  if (kind === 'invalid') return response;",
      },
    },
  },
  {
    name: "a captive portal's page is cached as the list",
    breaks: /without a network has|does not show the list/,
    changes: { 'src/reading/store/store-answer.ts': { ': parseList(text);': ': (parseList(text) ?? []);' } },
  },
  {
    name: 'a profile that arrives late is shown to the next user',
    breaks: / names /,
    changes: { 'src/session/profile.ts': { 'if (!isCurrent(asked)) return;': '' } },
  },
  {
    name: 'the next page of a list replaces the pages above it',
    breaks: /has shown .*, and without a network has/,
    isQuicklyFound: true,
    changes: { 'src/reading/shown/post-list.ts': { 'pages: [...listed.pages, ...more] });': 'pages: more });' } },
  },
  {
    name: 'an answer that is older than a delete brings the post back',
    breaks: /which was deleted there|which is deleted/,
    changes: {
      'src/reading/store/put-posts.ts': {
        '  store.put(keys.deleted, Object.fromEntries(latest.slice(0, maxEntries.deletedPosts)) satisfies DeletedPosts);\n':
          '',
      },
    },
  },
  {
    name: 'the link to the next page of a list is not stored',
    breaks: /without a network has/,
    changes: {
      'src/reading/store/store-list.ts': {
        'const joined = joinPages(list, at, fresh, { next, isDeleted });':
          'const joined = joinPages(list, at, fresh, { next: undefined, isDeleted });',
      },
    },
  },
  {
    name: 'an opened post is evicted with its page of the list',
    breaks: /has read ".*", and without a network/,
    changes: {
      'src/reading/store/store-answer.ts': { '    await keepSingles(store, [sent.post._id]);\n': '' },
      'src/reading/store/take-call.ts': {
        "if (reading.kind === 'post' && (await store.get(keys.post(reading.id)))) await keepSingles(store, [reading.id]);":
          '',
      },
    },
  },
  {
    name: 'the posts of a first visit are not stored',
    breaks: /without a network has|has read ".*", and without a network/,
    changes: {
      'src/reading/shown/read-in-page.ts': {
        "  'serviceWorker' in navigator &&\n  isUncontrolled": "  'nothing' in navigator &&\n  isUncontrolled",
      },
    },
  },
  {
    name: "an author's own list that arrives after the logout is stored",
    breaks: /lists the posts of who has logged out/,
    changes: {
      'src/reading/store/store-list.ts': {
        "    if (await isBeforeLogout(store, call)) return { kind: kindOfList(first) === 'own' ? 'not wanted' : 'older' };\n":
          '',
      },
    },
  },
];
