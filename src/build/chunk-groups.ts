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
    test: /src\/(app\/(components\/Dialog\.|hooks\/(useFailableAction|usePinActions)\.|text\/(counted|format-bytes)\.)|contract\/(?!(account-calls|account-passkeys|account-paths|unanswered|write-refusals)\.)|device\/((channel|next-task|save-data|serial-queue|with-timeout)\.|calls\/link-header\.|storage\/(max-entries|quota|with-eviction|with-lock)\.)|reading\/(answers\/deleted-elsewhere\.|shown\/(pins|read-in-page)\.|store\/(?!(newest-choice|adjacent-posts|clear-reading|evict-pages|evict-reading|join-pages|last-read|on-this-device|store-answer|store-list)\.)))|node_modules\/valibot\//,
  },
  {
    name: 'calls',
    test: /src\/(contract\/account-paths\.|device\/calls\/(client|retry-after)\.|reading\/shown\/blog-calls\.|session\/auth-calls\.)|node_modules\/ky\//,
  },
  // A login needs nothing of the sender, which would bring this along. Every form of an author has such fields.
  { name: 'login', test: /src\/(session\/start-session\.|account\/accept-login\.|app\/components\/TextField\.)/ },
  // Both pages and the thread that compares long texts load it, so it must not bring the app along. Before what merges
  // texts, which would take it along.
  {
    name: 'compare',
    test: /src\/(app\/text\/(compare-thread|post-changes)\.|text\/merge\/(?!merge-texts\.))|node_modules\/diff\//,
  },
  // The sender, with the calls that nobody else makes, a notice that every screen has which needs it, and what can be done
  // with what waits, in My Blogs and above the form. The forms, and the actions of their buttons, come with their screens.
  {
    name: 'sender',
    test: /src\/(app\/(components\/(KeepsNothingNotice|WritingNotices)\.|hooks\/(useIsWritingLoaded|useLoading|useRetryAndRefetch)\.|text\/(text-of-record|too-long)\.)|device\/updates\/texts-on-screen\.|reading\/shown\/version-calls\.|text\/merge\/merge-texts\.|writing\/((lay-over-posts|my-writing|start-on-login|start-writing)\.|forms\/form-lock\.|pictures\/(stored-images|sweep-images)\.|record\/(?!(device-writing|store-author)\.)|sender\/))/,
  },
  {
    name: 'post',
    test: /src\/app\/(components\/(PostArticle|PostPicture|ProseFrame|code-buttons|show-whole-picture)\.|hooks\/useProse\.|screens\/Blog\.|text\/(PlainText|dom-to-react)\.)/,
  },
  // No part of the precache (service-worker.ts). Before what formats posts, which would take their entities along.
  {
    name: 'foreign-libraries',
    test: /node_modules\/(htmlparser2|dom[a-z-]+|parse5|hast[a-z\d-]*|(mdast|unist|rehype|micromark)-[a-z-]+|vfile[a-z-]*|property-information|character-entities[a-z\d-]*|markdown-table)\//,
  },
  // Both the page and the thread that parses long texts load it, so it must not bring the app along.
  {
    name: 'markdown',
    test: /src\/(app\/text\/parse-thread\.|text\/markdown\/(?!(image-addresses|topics)\.))|node_modules\/(markdown-it|linkify-it|entities|mdurl|uc\.micro|punycode\.js)\//,
  },
  // Shared by search results, changes and a post's text.
  { name: 'text', test: /src\/app\/text\/(Inlines\.tsx|threads\.ts)/ },
  { name: 'prose', test: /src\/app\/text\/((parse|format)-on-device|plain-summary)\.ts/ },
  // Whoever is shown what has changed has read the post before, so that no first visit needs it.
  {
    name: 'versions',
    test: /src\/app\/(screens\/Versions\.|screens\/blog\/ChangesDialog\.|screens\/create\/MergeEditor\.)/,
  },
  // The parts that the layout shows at times.
  {
    name: 'layout-extras',
    test: /src\/app\/(layout\/(useInstallDeclined\.ts|move-focus-to-main\.ts|(InstallButton|UpdateNotice|IosInstallNotice|DisplayPreferencesForm)\.tsx)|restore-last-location\.ts)/,
  },
  // The login and every visit of an author need its calls.
  {
    name: 'account-calls',
    test: /src\/account\/(forget-passkey|own-account-calls|passkey-autofill|passkey-calls)\./,
  },
  // Every visit of an author needs these.
  {
    name: 'account-tasks',
    test: /src\/(account\/(clear-session-data|follow-account|forget-account|log-out|waiting-logouts)\.|app\/layout\/(LogoutWithUnsentDialog|UserMenu)\.|writing\/record\/store-author\.)/,
  },
  {
    name: 'sign-in',
    test: /src\/(account\/account-failure\.|app\/(screens\/Login|components\/(AccountForm|CallForm|PasskeyAutofill)|hooks\/useAccountCall)\.)/,
  },
  {
    name: 'account',
    test: /src\/app\/(screens\/(Account|Recover)|components\/(LoginAgainDialog|PasswordField)|text\/account-failure-text)\./,
  },
  // An author's pictures, made ready to be uploaded and shown beside the form, and the preview, which shows them too.
  {
    name: 'pictures',
    test: /src\/(app\/(screens\/create\/(PictureThumbs|Preview|add-pictures)\.|text\/show-stored-image\.)|writing\/pictures\/(make-image-in-page|prepare-image)\.)/,
  },
  // Apart from what reads and writes files with them, for the same reason as React.
  { name: 'file-libraries', test: /node_modules\/(client-zip|js-yaml|@zip\.js)\// },
  {
    name: 'writing',
    test: /src\/(app\/screens\/account\/writing\/ChosenFiles\.|writing\/(bring-in\/(bring-in|decode-text|find-writing|folder-of-drafts|found-writing|metadata-fields|pictures-in|pictures-of-files|read-own-file|read-own-markdown|read-zip|texts-and-dates|until-answered|versions-in-calls|what-is-there)\.|take-along\/))/,
  },
  { name: 'foreign-exports', test: /src\/writing\/bring-in\/(?!import-call\.)/ },
  { name: 'editor', test: /src\/app\/screens\/(Create|create\/PostEditor)\.tsx/ },
  // Lists at paths of their own and what the search shares with them, the buttons of theirs that other screens have, and the
  // site's own pages.
  {
    name: 'lists',
    test: /src\/(app\/(components\/(FollowButton|NamedPosts)\.|hooks\/useListPath\.|screens\/(Author|SitePage|Topic)\.|screens\/blog\/FollowOfPost\.)|reading\/(follows\/following\.|shown\/read-site-page\.))/,
  },
  // Answers the calls of a page that no worker controls. A first visit does not need it before the reader goes on.
  {
    name: 'reading',
    test: /src\/reading\/(answers\/(?!confirmed-writes\.)|store\/(evict-pages|join-pages|store-answer|store-list)\.)/,
  },
  {
    name: 'home-views',
    test: /src\/app\/(following\/start-following\.|screens\/home\/(Following|OfflinePosts)\.)/,
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
