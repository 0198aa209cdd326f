import { addPictures } from '../../../src/app/screens/create/add-pictures.ts';
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

/** The pictures of one form, as usePictures adds them: one after the other, each once it is ready. */
export function picturesOf({ autosave, isOpen }: PicturesInForm) {
  let running: Promise<boolean> = Promise.resolve(true);
  let preparing = 0;

  const put = (title: string, token: string) => {
    const { post } = autosave.shown.get();
    autosave.change({
      title: post.title || title,
      content: post.content === '' ? token : `${post.content}\n\n${token}`,
    });
    return { title: post.title || title, token };
  };

  return {
    /** @returns what is in the text then; `undefined` where the picture is refused, or the form has been left. */
    async add(title: string, file: Uint8Array<ArrayBuffer>) {
      let added: ReturnType<typeof put> | undefined;
      const earlier = preparing > 0 ? running : Promise.resolve(true);
      preparing += 1;
      running = earlier.then(async (isWhole) => {
        await addPictures([{ name: 'picture.png', read: async () => new Blob([file]) }], (_, ready) => {
          if (isOpen() && ready.outcome === 'added') added = put(title, tokenOf(ready.address));
        });
        preparing -= 1;
        return isWhole && added !== undefined;
      });
      await running;
      return added;
    },
    /** Resolves when what is being made ready now is in the text or refused, to whether all of it is there. */
    settled: async () => preparing === 0 || running,
  };
}

export const imagesOnPage = {
  /** What a page shows where no worker answers for a picture that is only on the device, as showStoredImage does. */
  storedImage: (name: string) => readImageBytes(name),
  forgetBroken: (url: string) => deleteCachedImage(url),
};
