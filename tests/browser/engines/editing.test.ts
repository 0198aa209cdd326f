// @module-tag promise
import { expect } from 'vitest';
import { backendHas, patience } from '../support/authoring.ts';
import { type Author, endLogins, postsOf, publish, readPost } from '../support/authors.ts';
import { openOwnSite, type Site } from '../support/site.ts';
import type { EngineTab } from './support/engine.ts';
import { inEachEngine } from './support/engines.ts';
import { openAuthor } from './support/opening.ts';
import {
  draftsIn,
  enter,
  isAt,
  isMarked,
  mark,
  nothingPending,
  openForm,
  shows,
  valueIn,
  visit,
} from './support/screen.ts';

const inParagraphs = (...paragraphs: string[]) => paragraphs.join('\n\n');

async function formHolds(tab: EngineTab, text: string): Promise<void> {
  await expect.poll(() => valueIn(tab, 'Blog Content'), { message: 'what the form holds' }).toBe(text);
}

async function openEditForm(tab: EngineTab, { origin }: Site, id: string, text: string): Promise<void> {
  await visit(tab, `${origin}/blog/${id}/edit`);
  await formHolds(tab, text);
}

/** Replaces `words` in the text by `others`, as typing does. (`tab.type` types only at the end of the text.) */
async function retype(tab: EngineTab, words: string, others: string): Promise<void> {
  const isTyped = await tab.evaluate(
    (from, to) => {
      const field = [...document.querySelectorAll('textarea')].find(({ value }) => value.includes(from));
      field?.focus();
      field?.setSelectionRange(field.value.indexOf(from), field.value.indexOf(from) + from.length);
      return field !== undefined && document.execCommand('insertText', false, to);
    },
    words,
    others,
  );
  expect(isTyped).toBe(true);
}

const save = (tab: EngineTab) => tab.click({ role: 'button', name: 'Save changes' });

/** Waits until the backend has this version of the post with this text, and checks that there is no second post. */
async function isSaved(site: Site, author: Author, id: string, version: number, content: string): Promise<void> {
  const saved = { message: 'what the backend has of the post', timeout: patience };
  await expect.poll(() => readPost(site, id), saved).toMatchObject({ version, content });
  expect(await postsOf(site, author)).toHaveLength(1);
}

inEachEngine("the app merges two devices' edits by paragraph; the author decides conflicts", async (openProfile) => {
  const { site, author, tab: laptop } = await openAuthor(openProfile, openOwnSite);
  await using pocket = await openProfile();
  const { tab: phone } = await pocket.start();
  await enter(phone, site, author);
  const written = inParagraphs('One came first.', 'Two followed.', 'Three was last.');
  const id = await publish(site, author, { title: 'Of two devices', content: written });

  await openEditForm(laptop, site, id, written);
  await openEditForm(phone, site, id, written);
  await retype(laptop, 'One', 'Number one');
  await retype(phone, 'last', 'late');
  await save(laptop);
  await isAt(laptop, `/blog/${id}`);
  await isSaved(site, author, id, 2, inParagraphs('Number one came first.', 'Two followed.', 'Three was last.'));
  await save(phone);
  await isAt(phone, `/blog/${id}`);
  const merged = inParagraphs('Number one came first.', 'Two followed.', 'Three was late.');
  await isSaved(site, author, id, 3, merged);
  await shows(phone, 'Number one came first.');

  await openEditForm(laptop, site, id, merged);
  await openEditForm(phone, site, id, merged);
  await retype(laptop, 'Two followed.', 'Two came after.');
  await retype(phone, 'Two followed.', 'Two was next.');
  await save(laptop);
  await isAt(laptop, `/blog/${id}`);
  const ofLaptop = inParagraphs('Number one came first.', 'Two came after.', 'Three was late.');
  await isSaved(site, author, id, 4, ofLaptop);
  await save(phone);
  await shows(phone, 'Decide between two edits');
  await shows(phone, 'Two came after.');
  await shows(phone, 'Two was next.');
  await isSaved(site, author, id, 4, ofLaptop);
  await phone.click({ role: 'radio', name: 'Keep both' });
  await shows(phone, '1 of 1 place decided.');
  await save(phone);
  await isAt(phone, `/blog/${id}`);
  const decided = ['Number one came first.', 'Two was next.', 'Two came after.', 'Three was late.'];
  await isSaved(site, author, id, 5, inParagraphs(...decided));
  await nothingPending(phone);
  await visit(laptop, `${site.origin}/blog/${id}`);
  for (const tab of [phone, laptop]) for (const paragraph of decided) await shows(tab, paragraph);
});

inEachEngine('after the session ended, the form asks for a login, then publishes one post', async (openProfile) => {
  const { site, author, tab } = await openAuthor(openProfile, openOwnSite);
  await openForm(tab, site);
  await tab.type('Blog Heading', 'Long in the making');
  await tab.type('Blog Content', 'Every word of it.');
  await mark(tab);
  await endLogins(site, author);
  await tab.click({ role: 'button', name: 'Create Blog' });
  await shows(tab, 'Your login has expired.');
  expect(await valueIn(tab, 'Blog Heading')).toBe('Long in the making');
  expect(await valueIn(tab, 'Blog Content')).toBe('Every word of it.');
  // The app has stored the text as a draft, in case the author does not log in now.
  expect(await draftsIn(tab)).toBe(1);
  await backendHas(site, author, []);
  // The form takes the email from the profile.
  expect(await valueIn(tab, 'Email')).toBe(author.email);
  await tab.type('Password', author.password);
  expect(await isMarked(tab)).toBe(true);
  await tab.click({ role: 'button', name: 'Log in' });

  await shows(tab, 'Published');
  await formHolds(tab, '');
  await backendHas(site, author, ['Long in the making']);
  expect(await postsOf(site, author)).toEqual([
    { title: 'Long in the making', imgUrl: '', content: 'Every word of it.' },
  ]);
  await nothingPending(tab);
  expect(await draftsIn(tab)).toBe(0);
});
