import { useEffect, useRef, useState } from 'react';
import { type LeftOutReason, maxSharedPictures } from '../../../contract/share-target.ts';
import { authorOf, session } from '../../../session/session.ts';
import type { FormText } from '../../../writing/forms/form-text.ts';
import { clearOnceSaved, clearSharedFromAddress, readSharedFiles } from '../../../writing/forms/shared-text.ts';
import { isUnsaved } from '../../../writing/forms/typed-text.ts';
import type { WaitingPictures } from '../../../writing/pictures/shared-pictures.ts';
import type { ChosenPicture, PictureOutcome } from './add-pictures.ts';
import { canAddPictures } from './usePictures.ts';

const leftOutWords: Record<LeftOutReason, string> = {
  'no room': 'Not every shared picture is here: this device has no room. Free some space, and share it again.',
  'not stored': 'Not every shared picture is here: this browser saves nothing here.',
  'too many': `Only the first ${maxSharedPictures} shared pictures are here.`,
  'too large': 'Not every shared picture is here: one is too large for this device.',
  'no picture': 'Not everything shared is here: only pictures can be added.',
  'no worker': 'The shared pictures are not here. Share them again.',
  unreadable: 'What was shared could not be read. Share it again.',
  'text cut': 'Only the beginning of the shared text is here.',
};

export interface SharedPicturesOfForm {
  /** Sentences that say which shared pictures or texts are missing, and why. */
  leftOut: string[];
  /** Pictures that were shared earlier and are in no draft. They enter this draft only if the author chooses them. */
  waiting: WaitingPictures[];
  add: (shared: WaitingPictures) => Promise<void>;
  discard: (shared: WaitingPictures) => Promise<void>;
}

const loadStore = () => import('../../../writing/pictures/shared-pictures.ts');

/**
 * Adds the pictures that another app shared to this draft. Lists pictures of earlier shares that are in no draft, for
 * example because the browser was killed. Removes a stored picture once the draft with its address is saved, or if no
 * attempt can add it. Lists a picture again if a later attempt may add it.
 *
 * @param put puts pictures into the text
 */
export function useSharedPictures(text: FormText, put: (chosen: ChosenPicture[]) => void): SharedPicturesOfForm {
  const { id, opened } = text;
  const [leftOut, setLeftOut] = useState<string[]>([]);
  const [waiting, setWaiting] = useState<WaitingPictures[]>([]);
  const begun = useRef<string>(undefined);
  const releases = useRef<(() => void)[]>([]);

  const take = async (shared: WaitingPictures) => {
    const store = await loadStore();
    const { promise: isLeft, resolve } = Promise.withResolvers<void>();
    releases.current.push(resolve);
    // The lock is held while the form is mounted, so that no other tab takes these pictures, too.
    void navigator.locks.request(store.sharedPicturesLock(shared.id), () => isLeft);
    const left = (await store.readAllSharedPictures()).find((one) => one.id === shared.id)?.left ?? [];
    const wait = (kept: number[]) => setWaiting((all) => [...all, { ...shared, left: kept }]);
    const settle = settlePictures(text, left, (index) => store.removeSharedPicture(shared.id, index), wait);
    put(
      left.map((index) => ({
        name: shared.names[index] ?? '',
        read: () => store.readSharedPicture(shared.id, index),
        onSettled: (outcome) => void settle(index, outcome).catch(logFailure),
      })),
    );
  };

  const begin = async () => {
    const files = readSharedFiles(id);
    setLeftOut(files?.leftOut.map((reason) => leftOutWords[reason]) ?? []);
    // Clears the URL before anything can fail: otherwise a reload would put the same content into another draft.
    if (files && (files.pictures === undefined || !canAddPictures())) clearOnceSaved(id, text);
    if (!canAddPictures()) return;
    const store = await loadStore();
    const all = await store.readAllSharedPictures();
    const [author, held] = [authorOf(session.get()), (await navigator.locks.query()).held ?? []];
    const mine = all.filter(({ userId }) => userId === null || userId === author);
    const shared = mine.find((one) => one.id === files?.pictures);
    const isHeld = (one: WaitingPictures) => held.some(({ name }) => name === store.sharedPicturesLock(one.id));
    setWaiting(mine.filter((one) => one !== shared && one.left.length > 0 && !isHeld(one)));
    if (shared && shared.left.length > 0) await take(shared);
    else if (files?.pictures !== undefined) clearOnceSaved(id, text);
  };

  useEffect(() => {
    // Begins only once for a text: in development, React runs an effect twice.
    if (opened.postId !== undefined || begun.current === id) return;
    begun.current = id;
    void begin().catch(logFailure);
  });
  useEffect(() => {
    const { current: held } = releases;
    return () => {
      for (const release of held) release();
    };
  }, []);

  const without = ({ id: gone }: WaitingPictures) => setWaiting((all) => all.filter((one) => one.id !== gone));
  return {
    leftOut,
    waiting,
    async add(shared) {
      await take(shared);
      without(shared);
    },
    async discard(shared) {
      await (await loadStore()).removeSharedPictures(shared.id);
      without(shared);
    },
  };
}

/**
 * Returns a function to call with each picture's outcome. It removes the stored picture unless another attempt may add
 * it. Does nothing while the draft is not saved.
 *
 * @param wait called after the last outcome, with the pictures that another attempt may add
 */
function settlePictures(
  text: FormText,
  pictures: number[],
  remove: (index: number) => Promise<void>,
  wait: (kept: number[]) => void,
) {
  const open = new Set(pictures);
  const kept: number[] = [];
  return async (index: number, outcome: PictureOutcome): Promise<void> => {
    await text.flush();
    if (isUnsaved(text.shown.get().status)) return;
    if (outcome === 'refused for now') kept.push(index);
    else await remove(index);
    open.delete(index);
    if (open.size > 0) return;
    clearSharedFromAddress(text.id);
    if (kept.length > 0) wait(kept);
  };
}

const logFailure = (error: unknown): void =>
  console.error('Could not add shared pictures; the next form tries again.', error);
