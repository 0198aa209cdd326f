import { callPaths } from '../../../contract/paths.ts';
import { askForPersistence } from '../../../device/storage/persistence.ts';
import { isQuotaExceeded } from '../../../device/storage/quota.ts';
import { isMemoryOnly } from '../../../device/storage/record-database.ts';
import { timeouts } from '../../../device/timeouts.ts';
import { withTimeout } from '../../../device/with-timeout.ts';
import type { ImageRefusal } from '../../../writing/pictures/make-image.ts';
import { type PreparedImage, prepareImage } from '../../../writing/pictures/prepare-image.ts';
import { storeImage } from '../../../writing/pictures/stored-images.ts';

/** A picture that was chosen, and how to read it. */
export interface ChosenPicture {
  name: string;
  read: () => Promise<Blob>;
  /** Called once the picture is in the text or refused; not called if the author leaves the form first. */
  onSettled?: (outcome: PictureOutcome) => void;
}

/** `refused for now`: another attempt may succeed, for example with more room, or in another browser. */
export type PictureOutcome = 'added' | 'refused' | 'refused for now';

/** The result for one picture: its address, or a sentence that says why it is not added. */
export type ReadyPicture =
  | { outcome: 'added'; address: string }
  | { outcome: Exclude<PictureOutcome, 'added'>; refusal: string };

const refusalWords: Record<ImageRefusal | 'too slow', string> = {
  'not an image': 'is not a picture that can be added. Use JPEG, PNG or WebP.',
  animated: 'is animated. Only still pictures can be added.',
  heic: 'is a HEIC picture, which this browser cannot read. Save it as JPEG first.',
  'too large': 'is too large for this device to prepare.',
  unreadable: 'could not be read. The file may be damaged, or not be on this device.',
  falsified:
    'was not added: this browser adds noise to pictures that sites read. Allow it for this site, or use another browser.',
  'too slow': 'took too long to prepare. Try a smaller picture.',
};

/** Refusals that every browser and device would repeat. */
const lastingRefusals: (keyof typeof refusalWords)[] = ['not an image', 'animated', 'heic'];

/**
 * Makes pictures ready to be uploaded and stores them, one after the other, because a decoded picture takes much
 * memory. Only a picture that the device has stored is added to a post. Never rejects.
 */
export async function addPictures(
  chosen: ChosenPicture[],
  onReady: (picture: ChosenPicture, ready: ReadyPicture) => void,
): Promise<void> {
  for (const picture of chosen) onReady(picture, await addPicture(picture));
}

async function addPicture({ name, read }: ChosenPicture): Promise<ReadyPicture> {
  const image = await read().then(prepareImage, unreadable);
  if (image.kind === 'refused') {
    const outcome = lastingRefusals.includes(image.reason) ? 'refused' : 'refused for now';
    return { outcome, refusal: `“${name}” ${refusalWords[image.reason]}` };
  }
  const failure = await storingFailure(image.name, image.bytes);
  if (failure !== undefined) return { outcome: 'refused for now', refusal: `“${name}” ${failure}` };
  void askForPersistence();
  return { outcome: 'added', address: callPaths.image(image.name) };
}

function unreadable(error: unknown): PreparedImage {
  console.error('Could not read a picture that was chosen.', error);
  return { kind: 'refused', reason: 'unreadable' };
}

/** @returns why the picture could not be stored, or `undefined` if it was */
async function storingFailure(name: string, bytes: ArrayBuffer): Promise<string | undefined> {
  // Without a database, session storage may keep the draft's text, but never a picture.
  if (isMemoryOnly.get()) return notStored;
  try {
    await withTimeout(timeouts.databaseTimeoutMs, storeImage(name, bytes));
    return undefined;
  } catch (error) {
    console.error('Could not store a picture on the device; it is not added.', error);
    return isQuotaExceeded(error) ? 'was not added: this device has no room for it.' : notStored;
  }
}

const notStored = 'was not added: this browser keeps nothing here, so it would be lost.';
