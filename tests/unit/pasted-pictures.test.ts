import { expect, test } from 'vitest';
import { pastedPictures } from '../../src/app/text/pasted-pictures.ts';

const picture = new File([''], 'A photo.jpg', { type: 'image/jpeg' });
const other = new File([''], 'notes.txt', { type: 'text/plain' });
const pasted = (text: string, files = [picture, other]) => pastedPictures({ files, text });

test.each([
  ['nothing', ''],
  ['its name', 'A photo.jpg'],
  ['its path', '/home/ada/A photo.jpg\n'],
  ['a Windows path', 'C:\\Users\\Ada\\A photo.jpg'],
  ['its address', 'file:///home/ada/A%20photo.jpg'],
])('pasting a picture with %s as text inserts the picture', (_, text) => {
  expect(pasted(text)).toEqual([picture]);
});

test.each(['A table\tof cells', 'A photo.jpg and words', 'Words.\nA photo.jpg', 'file:///100%/A photo'])(
  'pasting text with a picture of it inserts the text: %j',
  (text) => {
    expect(pasted(text)).toEqual([]);
  },
);

test('pasting text without a picture inserts the text', () => {
  expect(pasted('notes.txt', [other])).toEqual([]);
});
