import type { Rolldown } from 'vite';

/**
 * Which modules of the client come in one file; the first match counts. Left alone, the bundler makes a file of
 * whatever two parts share: ever more small files, which compress badly and are requested one by one.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Apart from the app: an update of the app leaves it as it is on the reader's device.
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\// },
  { name: appFile, debugName: 'app' },
  // How responses are parsed and where they are cached. A post needs both; one file is one request less.
  {
    name: 'answers',
    test: /node_modules\/valibot\/|src\/contract\/(?!account-)|src\/data\/(api\/link-header\.ts|serial-queue\.ts|save-data\.ts|storage\/(max-entries|quota|with-eviction|with-lock)\.ts|cache\/|reading-progress\.ts)|src\/app\/(hooks\/(useFailableAction|usePinActions)|text\/format-bytes)\.ts/,
  },
  {
    name: 'calls',
    test: /src\/(data\/api\/(auth|blog|client|retry-after)|contract\/account-paths)\.ts|node_modules\/ky\//,
  },
  // A login needs nothing of the outbox, which would bring this along. Every form of an author has such fields.
  { name: 'login', test: /src\/(data\/session\/accept-login\.ts|app\/components\/TextField\.tsx)/ },
  // Both pages and the thread that compares long texts load it, so it must not bring the app along. Before what merges
  // texts, which would take it along.
  { name: 'compare', test: /src\/data\/edits\/(post-changes|changed-ranges|paragraphs)\.ts|node_modules\/diff\// },
  // The sender, with the calls that nobody else makes; the actions of an author's buttons come with their screens.
  {
    name: 'outbox',
    test: /src\/data\/(api\/(own-posts|write-posts|versions)|outbox\/(?!submit)|images\/(stored|sweep)-images|drafts\/(?!texts-on-screen)|edits\/merge-texts\.ts)|src\/app\/hooks\/useIsOutboxLoaded\.ts/,
  },
  // The preview of a post needs what its page is made of, and takes the page's file.
  {
    name: 'post',
    test: /src\/app\/(screens\/Blog|components\/(PlainText|PostArticle|ProseFrame)|hooks\/useProse|text\/dom-to-react)\.tsx?/,
  },
  // Both the page and the thread that parses long texts load it, so it must not bring the app along.
  {
    name: 'markdown',
    test: /src\/markdown\/(?!search-|topics)|node_modules\/(markdown-it|linkify-it|entities|mdurl|uc\.micro|punycode\.js)\//,
  },
  // What the offers to install and to update share: two files would be two names in the app's list of files.
  {
    name: 'offers',
    test: /src\/app\/layout\/(useInstallDeclined|move-focus-to-main)\.ts|src\/app\/styles\/offers\.css/,
  },
  { name: 'submit', test: /src\/data\/outbox\/submit/ },
  // The login and every visit of an author need both.
  { name: 'account-calls', test: /src\/data\/account\/(account|passkey)-calls\.ts/ },
  // Every visit of an author needs these.
  {
    name: 'account-tasks',
    test: /src\/(data\/(account\/(account-tasks|forget-account|is-account-gone|waiting-logouts)|session\/clear-session-data)|app\/log-out)\.ts/,
  },
  // An author's pictures that are not uploaded yet, beside the form and in the preview.
  { name: 'stored-pictures', test: /src\/app\/(text\/show-stored-image\.ts|screens\/create\/PictureThumbs\.tsx)/ },
  // Every list at a path of its own needs one of them, and most both.
  { name: 'list-at-path', test: /src\/app\/(hooks\/useListPath\.ts|components\/NamedPosts\.tsx)/ },
];

/** Puts the entry and all that it imports statically into one file, which the bundler would split by what is shared. */
function appFile(id: string, build: Rolldown.ChunkingContext): string | null {
  const isFirst = (module: string, seen = new Set<string>()): boolean => {
    const info = build.getModuleInfo(module);
    if (info?.isEntry) return true;
    if (seen.has(module)) return false;
    seen.add(module);
    return (info?.importers ?? []).some((importer) => isFirst(importer, seen));
  };
  return isFirst(id) ? 'app' : null;
}
