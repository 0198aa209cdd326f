import { createObservable, type Observable } from '../../../device/observable.ts';
import type { addPictures, ChosenPicture } from './add-pictures.ts';

/** The progress of the pictures that were added last. */
export type PicturesState =
  | { kind: 'idle' }
  /** `done`: how many are in the field or refused; `of`: how many were chosen. */
  | { kind: 'preparing'; done: number; of: number }
  /** `added`: how many pictures are in the field; `refusals`: a sentence for each other picture. */
  | { kind: 'done'; added: number; refusals: string[] };

/** A field of a form to which pictures are added. */
export interface PictureField {
  state: Observable<PicturesState>;
  /** @param put inserts the address of a picture into the field */
  add(chosen: ChosenPicture[], put: (address: string) => void): void;
  isPreparing(): boolean;
  /** Resolves when the pictures being prepared are ready; `true` if all were added. */
  settled(): Promise<boolean>;
}

/**
 * Returns a field that prepares pictures in the order of choice, and inserts each as soon as it is ready.
 *
 * @param isOpen whether the draft is still in its form; if not, no picture is inserted, and the stored pictures are
 * removed after a day
 */
export function pictureField(isOpen: () => boolean): PictureField {
  const state = createObservable<PicturesState>({ kind: 'idle' });
  const isPreparing = () => state.get().kind === 'preparing';
  let running: Promise<boolean> = Promise.resolve(true);

  const prepare = async (chosen: ChosenPicture[], put: (address: string) => void): Promise<boolean> => {
    const of = chosen.length;
    const refused: string[] = [];
    let added = 0;
    state.set({ kind: 'preparing', done: 0, of });
    const unloaded = await loadAndAdd(chosen, (picture, ready) => {
      if (!isOpen()) return;
      if (ready.outcome === 'added') {
        put(ready.address);
        added += 1;
      } else {
        refused.push(ready.refusal);
      }
      picture.onSettled?.(ready.outcome);
      state.set({ kind: 'preparing', done: added + refused.length, of });
    });
    if (!isOpen()) return false;
    const refusals = [...refused, ...unloaded];
    state.set({ kind: 'done', added, refusals });
    return refusals.length === 0;
  };

  return {
    state,
    isPreparing,
    add(chosen, put) {
      const earlier = isPreparing() ? running : Promise.resolve(true);
      running = earlier.then(async (isWhole) => (await prepare(chosen, put)) && isWhole);
    },
    settled: () => running,
  };
}

/** Prepares pictures. Loads the code for that when the first picture is chosen. */
async function loadAndAdd(...[chosen, onReady]: Parameters<typeof addPictures>): Promise<string[]> {
  try {
    const { addPictures: add } = await import('./add-pictures.ts');
    await add(chosen, onReady);
    return [];
  } catch (error) {
    console.error('Could not load the code that prepares pictures.', error);
    return ['Not added: a part of this page could not be loaded. Try again with a network.'];
  }
}
