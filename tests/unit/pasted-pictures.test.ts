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
])('a picture that brings %s as text is a picture', (_, text) => {
  expect(pasted(text)).toEqual([picture]);
});

test.each(['A table\tof cells', 'A photo.jpg and words', 'Words.\nA photo.jpg', 'file:///100%/A photo'])(
  'text that brings a picture of it is text: %j',
  (text) => {
    expect(pasted(text)).toEqual([]);
  },
);

test('text without a picture is text', () => {
  expect(pasted('notes.txt', [other])).toEqual([]);
});
