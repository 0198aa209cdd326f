import { expect, test } from 'vitest';
import { pastedPictures } from '../../src/app/text/pasted-pictures.ts';

const picture = new File([''], 'A photo.jpg', { type: 'image/jpeg' });
const other = new File([''], 'notes.txt', { type: 'text/plain' });
const pasted = (text: string, files = [picture, other]) => pastedPictures({ files, text });

test.each([
  ['no text', ''],
  ['its file name', 'A photo.jpg'],
  ['its file path', '/home/ada/A photo.jpg\n'],
  ['a Windows path', 'C:\\Users\\Ada\\A photo.jpg'],
  ['its file URL', 'file:///home/ada/A%20photo.jpg'],
])('pastedPictures returns a picture that is pasted with %s', (_, text) => {
  expect(pasted(text)).toEqual([picture]);
});

test.each(['A table\tof cells', 'A photo.jpg and words', 'Words.\nA photo.jpg', 'file:///100%/A photo'])(
  'pastedPictures ignores a picture that shows the pasted text: %j',
  (text) => {
    expect(pasted(text)).toEqual([]);
  },
);

test('pastedPictures returns no picture for a text file that is pasted with its name', () => {
  expect(pasted('notes.txt', [other])).toEqual([]);
});
