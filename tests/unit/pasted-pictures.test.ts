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
])('pasting a picture together with %s inserts the picture', (_, text) => {
  expect(pasted(text)).toEqual([picture]);
});

test.each(['A table\tof cells', 'A photo.jpg and words', 'Words.\nA photo.jpg', 'file:///100%/A photo'])(
  'pasting text together with a picture of the text inserts the text: %j',
  (text) => {
    expect(pasted(text)).toEqual([]);
  },
);

test('pasting text without a picture inserts the text', () => {
  expect(pasted('notes.txt', [other])).toEqual([]);
});
