import { addPictures } from '../../../src/app/screens/create/add-pictures.ts';
import { areSettled } from '../../../src/app/screens/create/settle-before-submit.ts';
import { deleteCachedImage } from '../../../src/data/cache/image-cache.ts';
import type { DraftAutosave } from '../../../src/data/drafts/draft-autosave.ts';
import { readImageBytes } from '../../../src/data/images/stored-images.ts';

/** What pictures come into, as long as it is open. */
interface PicturesInForm {
  autosave: DraftAutosave;
  isOpen(): boolean;
}

/** How a text names a picture. */
const tokenOf = (address: string): string => `![](${address})`;

/** The pictures of one form, as PostEditor has them. */
export function picturesOf({ autosave, isOpen }: PicturesInForm) {
  const inText = picturesOfField(isOpen, (title, address) => {
    const { post } = autosave.shown.get();
    const token = tokenOf(address);
    autosave.change({
      title: post.title || title,
      content: post.content === '' ? token : `${post.content}\n\n${token}`,
    });
    return { title: post.title || title, token };
  });
  const cover = picturesOfField(isOpen, (title, address) => {
    const { post } = autosave.shown.get();
    autosave.change({ title: post.title || title, imgUrl: address });
    return { title: post.title || title };
  });
  const fields = [cover, inText];
  return {
    /** @returns what is in the text then; `undefined` where the picture is refused, or the form has been left. */
    add: inText.add,
    /** Puts it in the place of the cover. @returns the text's title; `undefined` as above. */
    addCover: cover.add,
    /** Resolves when what is being made ready now is there or refused, to whether all of it is there. */
    settled: async () => fields.every(({ isPreparing }) => !isPreparing()) || areSettled(fields),
  };
}

/** The pictures of one field, as usePictures adds them: one after the other, each once it is ready. */
function picturesOfField<Added>(isOpen: () => boolean, put: (title: string, address: string) => Added) {
  let running: Promise<boolean> = Promise.resolve(true);
  let preparing = 0;
  return {
    async add(title: string, file: Uint8Array<ArrayBuffer>): Promise<Added | undefined> {
      let added: Added | undefined;
      const earlier = preparing > 0 ? running : Promise.resolve(true);
      preparing += 1;
      running = earlier.then(async (isWhole) => {
        await addPictures([{ name: 'picture.png', read: async () => new Blob([file]) }], (_, ready) => {
          if (isOpen() && ready.outcome === 'added') added = put(title, ready.address);
        });
        preparing -= 1;
        return isWhole && added !== undefined;
      });
      await running;
      return added;
    },
    isPreparing: () => preparing > 0,
    settled: () => running,
  };
}

export const imagesOnPage = {
  /** What a page shows where no worker answers for a picture that is only on the device, as showStoredImage does. */
  storedImage: (name: string) => readImageBytes(name),
  forgetBroken: (url: string) => deleteCachedImage(url),
};
