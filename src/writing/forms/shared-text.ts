import { v7 as uuid } from 'uuid';
import { pagePaths } from '../../contract/paths.ts';
import type { NewPost } from '../../contract/posts.ts';
import { type LeftOutReason, leftOutReasons, receivedParams, sharedParams } from '../../contract/share-target.ts';
import { isBlank } from '../record/post-record.ts';
import type { FormText } from './form-text.ts';
import { isOnDevice } from './typed-text.ts';

/** A text that another app has shared, and that is still only in the page's address. */
export interface SharedText {
  /** Id of the text's draft. Stored in the history entry, so that a reload or a restored tab finds the same draft. */
  id: string;
  post: NewPost;
}

/** The pictures shared with a text. `pictures`: the id of the stored pictures. `leftOut`: why some are not stored. */
export interface SharedFiles {
  pictures: string | undefined;
  leftOut: LeftOutReason[];
}

/** Returns the shared text in this page's address, if no draft has it yet. It is blank if only pictures were shared. */
export function readSharedText(): SharedText | undefined {
  const query = new URLSearchParams(location.search);
  const post = postIn(query);
  const { pictures, leftOut } = filesIn(query);
  if (isBlank(post) && pictures === undefined && leftOut.length === 0) return undefined;
  const state: { shared?: string } | null = history.state;
  const id = state?.shared ?? uuid();
  history.replaceState({ ...state, shared: id }, '');
  return { id, post };
}

/** Moves a shared text, with its pictures, to another draft. */
export function giveSharedTo(draftId: string, { id, post }: SharedText): SharedText {
  const state: { shared?: string } | null = history.state;
  // By now, the page may show another screen, whose address must not change.
  if (state?.shared === id) history.replaceState({ ...state, shared: draftId }, '');
  return { id: draftId, post };
}

/** Returns the shared files that belong to this draft, as long as the address names them. */
export function readSharedFiles(draftId: string): SharedFiles | undefined {
  const state: { shared?: string } | null = history.state;
  const files = filesIn(new URLSearchParams(location.search));
  const isOfDraft = state?.shared === draftId && location.pathname === pagePaths.create;
  return isOfDraft && (files.pictures !== undefined || files.leftOut.length > 0) ? files : undefined;
}

function filesIn(query: URLSearchParams): SharedFiles {
  const leftOut = query.getAll(receivedParams.leftOut);
  return {
    pictures: query.get(receivedParams.pictures) ?? undefined,
    leftOut: leftOutReasons.filter((reason) => leftOut.includes(reason)),
  };
}

function postIn(query: URLSearchParams): NewPost {
  const given = (name: string) => query.get(name) ?? '';
  const [text, url] = [given(sharedParams.text), given(sharedParams.url)];
  // Many apps put the link into the text, and some put it into both parameters. Includes the link once.
  const parts = text.includes(url) ? [text] : [text, url];
  return { title: given(sharedParams.title), imgUrl: '', content: parts.filter((part) => part !== '').join('\n\n') };
}

/**
 * Puts the shared text into its draft as if typed, unless the draft has a text. If pictures were shared, the address
 * keeps naming them until the form has read them.
 */
export function moveSharedIntoForm({ id, post }: SharedText, form: FormText): void {
  if (isBlank(form.shown.get().post) && !isBlank(post)) form.change(post);
  if (readSharedFiles(id) === undefined) clearOnceSaved(id, form);
  else void form.flush();
}

/** Removes the shared text from the address as soon as its draft is saved, or has nothing to save. */
export function clearOnceSaved(id: string, form: FormText): void {
  const clear = () => {
    if (isOnDevice(form.shown.get().status)) clearSharedFromAddress(id);
  };
  form.shown.subscribe(clear);
  clear();
  void form.flush();
}

/**
 * Removes a shared text from the address, so that it is not read again.
 *
 * @param id the draft that the text must belong to; if absent, any shared text is removed.
 */
export function clearSharedFromAddress(id?: string): void {
  const { shared, ...state }: { shared?: string } = history.state ?? {};
  // By now, the page may show another screen, whose address must not change.
  if (shared === undefined || (id !== undefined && shared !== id)) return;
  history.replaceState(state, '', pagePaths.create);
}
