import { expect, it } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { openPages, parse } from './support/pages-backend.ts';
import { sqlite } from './support/stores.ts';
import { testPagesOn } from './support/test-on.ts';

const test = testPagesOn(sqlite);

/** Builds the form that the browser posts to the server if the app has no worker: texts first, then pictures. */
function formOf(texts: Record<string, string>, pictureBytes?: number): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  if (pictureBytes !== undefined) form.append('pictures', new File([Buffer.alloc(pictureBytes, 7)], 'dawn.jpg'));
  return form;
}

it.each([
  { what: 'a text', form: formOf({ title: 'T', text: 'ä & b' }), leads: '/create?title=T&text=%C3%A4+%26+b' },
  { what: 'nothing', form: formOf({}), leads: '/create' },
  { what: 'a small picture', form: formOf({ text: 'a' }, 100), leads: '/create?text=a&left-out=no+worker' },
  { what: 'a large picture', form: formOf({ text: 'a' }, 3_000_000), leads: '/create?text=a&left-out=no+worker' },
  { what: 'no form', form: 'text=a', leads: '/create?left-out=unreadable' },
])('a share of $what redirects to Create, with a notice if parts are left out', async ({ form, leads }) => {
  await using pages = await openPages(sqlite);
  const response = await pages.backend.request('/share', { method: 'POST', body: form, redirect: 'manual' });
  expect([response.status, response.headers.get('Location')]).toEqual([303, leads]);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
});

test('a shared text that is too long for an address is cut, with a notice', async ({ backend }) => {
  const form = formOf({ text: 'ä'.repeat(40_000) });
  const response = await backend.request('/share', { method: 'POST', body: form, redirect: 'manual' });
  const leads = response.headers.get('Location') ?? '';
  expect(leads.length).toBeLessThan(limits.requestBody / 2);
  expect(leads).toMatch(/^\/create\?text=(?:%C3%A4)+&left-out=text\+cut$/);
});

test('opening /share without a share redirects to Create', async ({ backend }) => {
  const response = await backend.request('/share', { redirect: 'manual' });
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/create']);
});

test("a share of pictures over the server's limit gets a page that links to Create", async ({ backend }) => {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': '90000000' };
  const part = '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nWords & more\r\n';
  const body = `${part}--x\r\nContent-Disposition: form-data; name="pictures"; filename="a"\r\n\r\n${'a'.repeat(70_000)}`;
  const response = await backend.request('/share', { method: 'POST', headers, body, redirect: 'manual' });
  expect(response.status).toBe(413);
  const link = parse(await response.text()).querySelector('a');
  expect(link?.getAttribute('href')).toBe('/create?text=Words+%26+more&left-out=no+worker');
});
