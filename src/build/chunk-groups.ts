import type { Rolldown } from 'vite';

/** Patterns of module paths, by the name of their file. These files are loaded after React and the app. */
const filesBehind: Record<string, RegExp> = {
  // Styles that no first visit of a reader needs.
  later: /src\/app\/styles\/(account|authoring|edits|followed|keep-newest|offers|picture-thumbs|your-writing)\.css/,
  // Parses and stores responses. Showing a post needs both, and one file saves a request. The parser of refused
  // writes is in the sender's file.
  answers:
    /src\/(app\/(components\/Dialog\.|hooks\/(useFailableAction|usePinActions)\.|text\/(counted|format-bytes)\.)|contract\/(?!(account-calls|account-passkeys|account-paths|unanswered|write-refusals)\.)|device\/((channel|next-task|save-data|serial-queue|with-timeout)\.|calls\/link-header\.|storage\/(max-entries|quota|with-eviction|with-lock)\.)|reading\/(answers\/deleted-elsewhere\.|shown\/(pins|read-in-page)\.|store\/(?!(newest-choice|adjacent-posts|clear-reading|evict-pages|evict-reading|join-pages|last-read|on-this-device|store-answer|store-list)\.)))|node_modules\/valibot\//,
  calls:
    /src\/(contract\/account-paths\.|device\/calls\/(client|retry-after)\.|reading\/shown\/blog-calls\.|session\/auth-calls\.)|node_modules\/ky\//,
  // The login needs these modules, but not the sender. Without this group, they would be in the sender's file.
  login: /src\/(session\/start-session\.|account\/accept-login\.|app\/components\/TextField\.)/,
  // Pages and the thread that compares long texts load this file, so it must not include the app. It stands before
  // `sender`, which would otherwise include it.
  compare: /src\/(app\/text\/(compare-thread|post-changes)\.|text\/merge\/(?!merge-texts\.))|node_modules\/diff\//,
  // Contains the sender, the stored records, the calls for versions, components that several screens share, and the
  // actions on pending texts. The forms and the actions of their buttons are in the files of their screens.
  sender:
    /src\/(app\/(components\/(ExactTime|FilePicker|KeepsNothingNotice|Slip|WritingNotices)\.|hooks\/(useLoading|useRetryAndRefetch)\.|text\/(text-of-record|too-long)\.)|device\/updates\/texts-on-screen\.|reading\/shown\/version-calls\.|text\/merge\/merge-texts\.|writing\/((lay-over-posts|my-writing|start-on-login|start-writing)\.|forms\/form-lock\.|pictures\/(stored-images|sweep-images)\.|record\/(?!(device-writing|store-author)\.)|sender\/))/,
  post: /src\/app\/(components\/(PostArticle|PostPicture|ProseFrame|code-buttons|show-whole-picture)\.|hooks\/useProse\.|screens\/Blog\.|text\/dom-to-react\.)/,
  // The worker does not precache this file (`service-worker.ts`). It stands before `markdown`, which would
  // otherwise include `entities`, a dependency of these libraries.
  'foreign-libraries':
    /node_modules\/(htmlparser2|dom[a-z-]+|parse5|hast[a-z\d-]*|(mdast|unist|rehype|micromark)-[a-z-]+|vfile[a-z-]*|property-information|character-entities[a-z\d-]*|markdown-table)\//,
  // Pages and the thread that parses long texts load this file, so it must not include the app.
  markdown:
    /src\/(app\/text\/parse-thread\.|text\/markdown\/(?!(image-addresses|topics)\.))|node_modules\/(markdown-it|linkify-it|entities|mdurl|uc\.micro|punycode\.js)\//,
  // Search results, the changes between versions, and the text of a post share these modules.
  text: /src\/app\/text\/(Inlines\.tsx|threads\.ts)/,
  prose: /src\/app\/text\/(format-on-device|plain-summary)\.ts/,
  // A reader who is shown changes has read the post before, so no first visit needs this.
  versions: /src\/app\/(screens\/Versions\.|screens\/blog\/ChangesDialog\.|screens\/create\/MergeEditor\.)/,
  // Parts that the layout shows only sometimes.
  'layout-extras':
    /src\/app\/(layout\/(useInstallDeclined\.ts|move-focus-to-main\.ts|(InstallButton|UpdateNotice|IosInstallNotice|DisplayPreferencesForm)\.tsx)|restore-last-location\.ts)/,
  // The login and every visit of an author need these calls.
  'account-calls': /src\/account\/(forget-passkey|own-account-calls|passkey-autofill|passkey-calls)\./,
  // Every visit of an author needs these.
  'account-tasks':
    /src\/(account\/(clear-session-data|follow-account|forget-account|log-out|waiting-logouts)\.|app\/layout\/(LogoutWithUnsentDialog|UserMenu)\.|writing\/record\/store-author\.)/,
  'sign-in':
    /src\/(account\/account-failure\.|app\/(screens\/Login|components\/(AccountForm|CallForm|PasskeyAutofill)|hooks\/useAccountCall)\.)/,
  recover:
    /src\/(account\/recover-calls\.|app\/(screens\/Recover|components\/PasswordField|text\/account-failure-text)\.)/,
  account: /src\/app\/(screens\/Account|components\/LoginAgainDialog)\./,
  // Prepares an author's pictures for the upload, and shows them beside the form and in the preview.
  pictures:
    /src\/(app\/(screens\/create\/(PictureThumbs|Preview|add-pictures)\.|text\/show-stored-image\.)|writing\/pictures\/(make-image-in-page|prepare-image)\.)/,
  // Separate from the code that uses these libraries, so that the file stays cached when the app is updated.
  'file-libraries': /node_modules\/(client-zip|js-yaml|@zip\.js)\//,
  writing:
    /src\/(app\/screens\/account\/writing\/ChosenFiles\.|writing\/(import-texts\/(import-texts|decode-text|find-writing|folder-of-drafts|found-writing|metadata-fields|pictures-in|pictures-of-files|read-own-file|read-own-markdown|read-zip|texts-and-dates|until-answered|versions-in-calls|compare-with-own)\.|export-texts\/))/,
  'foreign-exports': /src\/writing\/import-texts\/(?!import-call\.)/,
  editor: /src\/app\/screens\/(Create|create\/PostEditor)\.tsx/,
  // Contains the screens of authors, topics and the site's own pages, and the modules that the search shares with them.
  // Also contains the follow buttons, which other screens show, too.
  lists:
    /src\/(app\/(components\/(FollowButton|NamedPosts)\.|hooks\/useListPath\.|screens\/(Author|SitePage|Topic)\.|screens\/blog\/FollowOfPost\.)|reading\/(follows\/following\.|shown\/read-site-page\.))/,
  // Answers the calls of a page that no worker controls. A first visit needs this only for its second screen.
  reading: /src\/reading\/(answers\/(?!confirmed-writes\.)|store\/(evict-pages|join-pages|store-answer|store-list)\.)/,
  'home-views': /src\/app\/(following\/start-following\.|screens\/home\/(Following|OfflinePosts)\.)/,
  search: /src\/app\/(search\/device-search\.ts|screens\/home\/SearchResults\.tsx)/,
};

/**
 * Groups the client's modules into files; the first match counts. Without groups, the bundler makes a file for each set
 * of modules that two parts share. Such small files compress badly and are requested one by one.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // An update of the app leaves React cached on the reader's device. The preload helper is here because the entry needs
  // it before the app.
  {
    name: 'react',
    test: /vite\/preload-helper|node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
  },
  { name: appFile, debugName: 'app' },
  ...Object.entries(filesBehind).map(([name, test]) => ({ name, test })),
];

/** Puts the app's start and its static imports into one file. The bundler would move shared modules elsewhere. */
function appFile(id: string, build: Rolldown.ChunkingContext): string | null {
  const isFirst = (module: string, seen = new Set<string>()): boolean => {
    if (module.endsWith('/src/app/start.tsx')) return true;
    if (seen.has(module)) return false;
    seen.add(module);
    return (build.getModuleInfo(module)?.importers ?? []).some((importer) => isFirst(importer, seen));
  };
  return isFirst(id) ? 'app' : null;
}
