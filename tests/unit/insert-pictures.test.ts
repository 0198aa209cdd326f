import { expect, test } from 'vitest';
import { insertPicture, onPicture, onPictureRemoved, type PicturePlace } from '../../src/app/text/insert-pictures.ts';
import { after, written } from './support/marked-text.ts';

/** Returns the text with a picture inserted, and `|` at the caret. */
const pressed = (words: string, place: PicturePlace = 'caret', address = '/a') =>
  after(written(words), onPicture(written(words), address, place));

test.each([
  ['|', '![|](/a)\n\n'],
  ['Before|', 'Before\n\n![|](/a)\n\n'],
  ['Before\n|', 'Before\n\n![|](/a)\n\n'],
  ['Before\n\n|\n\nAfter', 'Before\n\n![|](/a)\n\nAfter'],
  ['Bef|ore', 'Bef\n\n![|](/a)\n\nore'],
  ['|selected| words', 'selected\n\n![|](/a)\n\n words'],
])('inserts a picture as a paragraph, and moves the caret into its alt text: %j', (before, after) => {
  expect(pressed(before)).toBe(after);
});

test.each([
  ['![|](/a)\n\n', '![|](/a)\n\n![](/b)\n\n'],
  ['![A cat|](/a)\n\n![](/c)\n\nAfter', '![A cat|](/a)\n\n![](/b)\n\n![](/c)\n\nAfter'],
  ['![](/a)\n\nWritten on|', '![](/a)\n\n![](/b)\n\nWritten on|'],
  ['Taken out| again\nNext', 'Taken out| again\n\n![](/b)\n\nNext'],
])("inserts a picture after another picture, or else below the caret's line: %j", (before, after) => {
  expect(pressed(before, { behind: '/a' }, '/b')).toBe(after);
});

test("inserts a picture below the caret's line, and leaves the caret in place", () => {
  expect(pressed('In the mid|dle\nNext', 'below the line')).toBe('In the mid|dle\n\n![](/a)\n\nNext');
});

test('inserting a picture does not take the focus from another field', () => {
  document.body.innerHTML = '<input><textarea></textarea>';
  const [other, field] = [document.querySelector('input'), document.querySelector('textarea')];
  if (!other || !field) throw new Error('No fields');
  field.value = 'Text';
  other.focus();
  insertPicture(field, '/a', { value: 'Text', start: 4, end: 4 });
  expect(document.activeElement).toBe(other);
  expect(field.value).toBe('Text\n\n![](/a)\n\n');
});

test.each([
  ['a paragraph', 'One\n\n![a photo](/images/x.webp)\n\nTwo', 'One\n\nTwo'],
  ['the beginning', '![](/images/x.webp)\n\nTwo', 'Two'],
  ['the end', 'One\n\n![](/images/x.webp)', 'One\n\n'],
  ['a line', 'One ![](/images/x.webp "title") two', 'One  two'],
])('removing a picture deletes its Markdown from %s', (_, value, left) => {
  const edit = onPictureRemoved({ value, start: 0, end: 0 }, '/images/x.webp');
  expect(edit && value.slice(0, edit.from) + edit.text + value.slice(edit.to)).toBe(left);
});

test('removing a picture that is not in the text changes nothing', () => {
  expect(onPictureRemoved({ value: '![](/images/y.webp)', start: 0, end: 0 }, '/images/x.webp')).toBeUndefined();
});
