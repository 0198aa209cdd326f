import { pictureField } from '../../../src/app/screens/create/picture-field.ts';
import type { FormText } from '../../../src/writing/forms/form-text.ts';

/** The form into which pictures are inserted, while it is open. */
interface PicturesInForm {
  text: FormText;
  isOpen(): boolean;
}

/** Returns the Markdown by which a text names a picture. */
const tokenOf = (address: string): string => `![](${address})`;

/** Returns the two picture fields of a form, for its text and its cover, and the author's actions on them. */
export function picturesOf({ text, isOpen }: PicturesInForm) {
  const inText = pictureField(isOpen);
  const cover = pictureField(isOpen);
  const chooseFor =
    <Added>(field: typeof cover, put: (title: string, address: string) => Added) =>
    async (title: string, file: Uint8Array<ArrayBuffer>): Promise<Added | undefined> => {
      let added: Added | undefined;
      field.add([{ name: 'picture.png', read: async () => new Blob([file]) }], (address) => {
        added = put(title, address);
      });
      await field.settled();
      return added;
    };
  return {
    fields: [cover, inText],
    /** Adds a picture. @returns the text's title and the picture's Markdown; `undefined` if it is not added */
    add: chooseFor(inText, (title, address) => {
      const { post } = text.shown.get();
      const token = tokenOf(address);
      text.change({
        title: post.title || title,
        content: post.content === '' ? token : `${post.content}\n\n${token}`,
      });
      return { title: post.title || title, token };
    }),
    /** Replaces the cover. @returns the text's title; `undefined` if the picture is refused, or the form was left */
    addCover: chooseFor(cover, (title, address) => {
      const { post } = text.shown.get();
      text.change({ title: post.title || title, imgUrl: address });
      return { title: post.title || title };
    }),
  };
}
