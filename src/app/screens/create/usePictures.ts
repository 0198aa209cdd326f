import { useEffect, useRef, useState } from 'react';
import { isOwnBackend } from '../../../data/api/host.ts';
import type { addPictures, ChosenPicture } from './add-pictures.ts';

/** What is said of the pictures that were added last. */
export type PicturesState =
  | { kind: 'idle' }
  /** `done`: how many are in the field or refused; `of`: how many were chosen. */
  | { kind: 'preparing'; done: number; of: number }
  /** `added`: how many; `refusals`: a sentence on each of the others. */
  | { kind: 'done'; added: number; refusals: string[] };

export interface Pictures {
  state: PicturesState;
  add: (chosen: ChosenPicture[]) => void;
  /** Resolves when what is being prepared now is ready, to whether everything was added. */
  settled: () => Promise<boolean>;
}

export const chosenFiles = (files: File[]): ChosenPicture[] =>
  files.map((file) => ({ name: file.name, read: async () => file }));

/** Only the own backend takes pictures, and naming them needs a secure context. */
export const canAddPictures = (): boolean => isOwnBackend && globalThis.crypto?.subtle !== undefined;

/**
 * Makes pictures ready and puts each into one field as soon as it is, in the order in which they were chosen.
 *
 * @param begin called when pictures were chosen; returns what puts the address of each into the field.
 */
export function usePictures(begin: () => (address: string) => void): Pictures {
  const [state, setState] = useState<PicturesState>({ kind: 'idle' });
  const running = useRef<Promise<boolean>>(Promise.resolve(true));
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const prepare = async (chosen: ChosenPicture[], put: (address: string) => void): Promise<boolean> => {
    const of = chosen.length;
    const refused: string[] = [];
    let added = 0;
    setState({ kind: 'preparing', done: 0, of });
    const unloaded = await loadAndAdd(chosen, (picture, ready) => {
      // A form that was left takes nothing any more; the pictures are swept after a day.
      if (!isOpen.current) return;
      if (ready.outcome === 'added') {
        put(ready.address);
        added += 1;
      } else {
        refused.push(ready.refusal);
      }
      picture.onSettled?.(ready.outcome);
      setState({ kind: 'preparing', done: added + refused.length, of });
    });
    if (!isOpen.current) return false;
    const refusals = [...refused, ...unloaded];
    setState({ kind: 'done', added, refusals });
    return refusals.length === 0;
  };

  return {
    state,
    add(chosen) {
      if (chosen.length === 0) return;
      const put = begin();
      const earlier = state.kind === 'preparing' ? running.current : Promise.resolve(true);
      const mine = earlier.then(async (isWhole) => (await prepare(chosen, put)) && isWhole);
      running.current = mine;
    },
    settled: () => running.current,
  };
}

/** What makes pictures ready is loaded when the first is chosen. */
async function loadAndAdd(...[chosen, onReady]: Parameters<typeof addPictures>): Promise<string[]> {
  try {
    const { addPictures: add } = await import('./add-pictures.ts');
    await add(chosen, onReady);
    return [];
  } catch (error) {
    console.error('Could not load what makes pictures ready.', error);
    return ['Not added: a part of this page could not be loaded. Try again with a network.'];
  }
}
