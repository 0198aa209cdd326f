import { expect, test } from 'vitest';
import { type FormText, formText } from '../../src/writing/forms/form-text.ts';
import { newRecord } from '../../src/writing/record/post-record.ts';

async function readAt(search: string) {
  const { readSharedText } = await import('../../src/writing/forms/shared-text.ts');
  history.replaceState(null, '', `/create${search}`);
  return readSharedText();
}

const query = (members: Record<string, string>) => `?${new URLSearchParams(members)}`;

test.each([
  [{ title: 'T', text: 'words', url: 'https://a.example/' }, 'T', 'words\n\nhttps://a.example/'],
  [{ url: 'https://a.example/' }, '', 'https://a.example/'],
  [{ text: 'see https://a.example/', url: 'https://a.example/' }, '', 'see https://a.example/'],
  [{ text: ' as typed\n' }, '', ' as typed\n'],
  [{ title: 'T' }, 'T', ''],
])('a share of %j becomes the title and content of a draft', async (members, title, content) => {
  expect((await readAt(query(members)))?.post).toEqual({ title, imgUrl: '', content });
});

test.each(['', '?title=&text=&url=', '?other=words'])('a URL with the query %j shares nothing', async (search) => {
  expect(await readAt(search)).toBeUndefined();
  expect(history.state).toBeNull();
});

test('reading a share twice returns the same draft; the next share gets a new draft', async () => {
  const { readSharedText } = await import('../../src/writing/forms/shared-text.ts');
  const first = await readAt('?text=words');
  expect(readSharedText()?.id).toBe(first?.id);
  expect((await readAt('?text=words'))?.id).not.toBe(first?.id);
});

/** Returns a form that reports each change as saved at once. */
function quickForm(): FormText {
  const form = formText(newRecord('id', null), null);
  const change: FormText['change'] = (part) =>
    form.shown.set({ post: { ...form.shown.get().post, ...part }, status: 'saved' });
  return { ...form, change, flush: async () => undefined };
}

test("a share's notice can be read even if the form saves the shared text at once", async () => {
  const { clearOnceSaved, moveSharedIntoForm, readSharedFiles } = await import(
    '../../src/writing/forms/shared-text.ts'
  );
  const shared = (await readAt('?text=words&left-out=no+worker')) ?? expect.fail('nothing was read');
  const form = quickForm();
  moveSharedIntoForm(shared, form);
  expect(readSharedFiles(shared.id)?.leftOut).toEqual(['no worker']);
  clearOnceSaved(shared.id, form);
  expect(location.pathname + location.search).toBe('/create');
});
