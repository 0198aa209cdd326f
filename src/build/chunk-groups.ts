import type { Rolldown } from 'vite';

/**
 * Which modules of the client come in one file; the first match counts. Left alone, the bundler makes a file of
 * whatever two parts share: ever more small files, which compress badly and are requested one by one.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Apart from the app: an update of the app leaves it as it is on the reader's device. With what loads files later, which
  // the entry needs before it has the app.
  {
    name: 'react',
    test: /vite\/preload-helper|node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
  },
  { name: appFile, debugName: 'app' },
  // Styles that no first visit of a reader needs.
  {
    name: 'later',
    test: /src\/app\/styles\/(account|authoring|edits|followed|keep-newest|offers|picture-thumbs|your-writing)\.css/,
  },
  // How responses are parsed and where they are cached. A post needs both; one file is one request less. How refusals of
  // a write are parsed comes with the sender.
  {
    name: 'answers',
    test: /node_modules\/valibot\/|src\/contract\/(?!account-|write-refusals|unanswered)|src\/data\/(api\/link-header\.ts|channel\.ts|next-task\.ts|with-timeout\.ts|worker-client\/read-in-page\.ts|serial-queue\.ts|save-data\.ts|storage\/(max-entries|quota|with-eviction|with-lock)\.ts|cache\/|reading-progress\.ts)|src\/reading\/(reading-(call|database)|take-call|stored-page|read-stored|parse-posts|put-(pages|posts)|pins|pinned-images|deleted-elsewhere|newest-posts)|src\/app\/(hooks\/(useFailableAction|usePinActions)|text\/format-bytes)\.ts/,
  },
  {
    name: 'calls',
    test: /src\/(data\/api\/(auth|blog|client|retry-after)|contract\/account-paths)\.ts|node_modules\/ky\//,
  },
  // A login needs nothing of the sender, which would bring this along. Every form of an author has such fields.
  { name: 'login', test: /src\/(data\/session\/accept-login\.ts|app\/components\/TextField\.tsx)/ },
  // Both pages and the thread that compares long texts load it, so it must not bring the app along. Before what merges
  // texts, which would take it along.
  {
    name: 'compare',
    test: /src\/(app\/text\/(compare-thread|post-changes)|writing\/merge\/(changed-ranges|paragraphs))\.ts|node_modules\/diff\//,
  },
  // The sender, with the calls that nobody else makes, a notice that every screen has which needs it, and what can be done
  // with what waits, in My Blogs and above the form. The forms, and the actions of their buttons, come with their screens.
  {
    name: 'sender',
    test: /src\/data\/(api\/(own-posts|versions)|images\/(stored|sweep)-images)|src\/writing\/(?!merge\/(?!merge-texts)|store-author|form-(?!lock)|(create|edit|shown)-form|hold-record|keep-while-shown|decide-conflict)|src\/app\/(hooks\/(useIsWritingLoaded|useRetryAndRefetch|useLatestOnly|usePendingImages)\.ts|text\/(upload-progress-text|text-of-record|too-long)\.ts|components\/KeepsNothingNotice\.tsx)/,
  },
  {
    name: 'post',
    test: /src\/app\/(screens\/Blog|components\/(PlainText|PostArticle|PostPicture|ProseFrame|code-buttons|show-whole-picture)|hooks\/useProse|text\/dom-to-react)\.tsx?/,
  },
  // No part of the precache (service-worker.ts). Before what formats posts, which would take their entities along.
  {
    name: 'foreign-libraries',
    test: /node_modules\/(htmlparser2|dom[a-z-]+|parse5|hast[a-z\d-]*|(mdast|unist|rehype|micromark)-[a-z-]+|vfile[a-z-]*|property-information|character-entities[a-z\d-]*|markdown-table)\//,
  },
  // Both the page and the thread that parses long texts load it, so it must not bring the app along.
  {
    name: 'markdown',
    test: /src\/(app\/text\/parse-thread\.ts|markdown\/(?!search-|topics|image-addresses))|node_modules\/(markdown-it|linkify-it|entities|mdurl|uc\.micro|punycode\.js)\//,
  },
  // What search results, and changes, share with a post's text.
  { name: 'text', test: /src\/app\/text\/(Inlines\.tsx|threads\.ts)/ },
  { name: 'prose', test: /src\/app\/text\/((parse|format)-on-device|plain-summary)\.ts/ },
  // Whoever is shown what has changed has read the post before, so that no first visit needs it.
  { name: 'versions', test: /src\/app\/screens\/(Versions|blog\/ChangesDialog|edit\/MergeEditor)\.tsx/ },
  // What the layout shows now and then.
  {
    name: 'layout-extras',
    test: /src\/app\/(layout\/(useInstallDeclined\.ts|move-focus-to-main\.ts|(InstallButton|UpdateNotice|IosInstallNotice|DisplayPreferencesForm)\.tsx)|restore-last-location\.ts)/,
  },
  // The login and every visit of an author need its calls.
  {
    name: 'account-calls',
    test: /src\/data\/account\/((account|passkey)-calls|passkey-autofill|forget-passkey)\.ts/,
  },
  // Every visit of an author needs these.
  {
    name: 'account-tasks',
    test: /src\/(writing\/store-author|data\/(account\/(account-tasks|forget-account|waiting-logouts)|session\/clear-session-data)|app\/(log-out|layout\/UserMenu))\.tsx?/,
  },
  { name: 'sign-in', test: /src\/app\/(screens\/(Login|Register)|components\/(AccountForm|PasskeyAutofill))\.tsx/ },
  { name: 'call-form', test: /src\/app\/(screens\/Recover|components\/(CallForm|PasswordField))\.tsx/ },
  {
    name: 'account',
    test: /src\/app\/(screens\/Account|components\/LoginAgainDialog|layout\/LogoutWithUnsentDialog)\.tsx/,
  },
  // An author's pictures, made ready to be uploaded and shown beside the form, and the preview, which shows them too.
  {
    name: 'pictures',
    test: /src\/(app\/(text\/show-stored-image\.ts|screens\/create\/((PictureThumbs|Preview)\.tsx|add-pictures\.ts))|data\/images\/(prepare-image|make-image-in-page)\.ts)/,
  },
  // Apart from what reads and writes files with them, for the same reason as React.
  { name: 'file-libraries', test: /node_modules\/(client-zip|js-yaml|@zip\.js)\// },
  {
    name: 'writing',
    test: /src\/(data\/writing\/(?!bring-in\/(read-markdown|read-metadata|kept-private|join-lines|time-in|with-topics|read-wordpress|parse-wordpress|wordpress-html|read-ghost|ghost-|found-foreign|between-texts|html-to-markdown|parse-html|simplify-html|marks-that-hold))|app\/screens\/account\/writing\/ChosenFiles\.tsx)/,
  },
  { name: 'foreign-exports', test: /src\/data\/writing\/bring-in\// },
  { name: 'editor', test: /src\/app\/screens\/(Create|create\/PostEditor)\.tsx/ },
  // Lists at paths of their own and what the search shares with them, the buttons of theirs that other screens have, and the
  // site's own pages.
  {
    name: 'lists',
    test: /src\/(app\/(hooks\/useListPath\.ts|(screens\/(Author|Topic|SitePage|blog\/FollowOfPost)|components\/(FollowButton|NamedPosts))\.tsx)|data\/(follows\/following|read-site-page)\.ts)/,
  },
  // What answers the calls of a page that no worker controls: no first visit needs it before somebody goes on.
  {
    name: 'reading',
    test: /src\/reading\/(answer-|evict-pages|fetch-reading|join-pages|share-call|store-)/,
  },
  {
    name: 'home-views',
    test: /src\/(data\/follows\/(start-following|note-known-on-device)\.ts|app\/screens\/home\/(Following|OfflinePosts)\.tsx)/,
  },
  { name: 'search', test: /src\/app\/(search\/device-search\.ts|screens\/home\/SearchResults\.tsx)/ },
];

/** Puts the app's start and all that it imports statically into one file, which the bundler would split by what is shared. */
function appFile(id: string, build: Rolldown.ChunkingContext): string | null {
  const isFirst = (module: string, seen = new Set<string>()): boolean => {
    if (module.endsWith('/src/app/start.tsx')) return true;
    if (seen.has(module)) return false;
    seen.add(module);
    return (build.getModuleInfo(module)?.importers ?? []).some((importer) => isFirst(importer, seen));
  };
  return isFirst(id) ? 'app' : null;
}
