import { expect, test } from 'vitest';
import { findWriting } from '../../src/writing/bring-in/find-writing.ts';

const html = '<p>Some <em>words</em></p>'.repeat(200);
const numbers = Array.from({ length: 30 }, (_, at) => at);

const ghost = (): File => {
  const posts = numbers.map((id) => ({ id, html, status: 'published', published_at: '2020-01-01' }));
  return new File([JSON.stringify({ data: { posts } })], 'ghost.json');
};

const wordPress = (): File => {
  const fields = `<content:encoded><![CDATA[${html}]]></content:encoded><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><wp:post_date_gmt>2020-01-01 00:00:00</wp:post_date_gmt>`;
  const items = numbers.map((id) => `<item><wp:post_id>${id}</wp:post_id>${fields}</item>`).join('');
  const names = 'xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"';
  return new File(
    [`<rss ${names}><channel><wp:wxr_version>1.2</wp:wxr_version>${items}</channel></rss>`],
    'wordpress.xml',
  );
};

test.for([ghost, wordPress])('other tasks run while a long export is read: %o', async (make) => {
  let tasks = 0;
  const counting = setInterval(() => {
    tasks += 1;
  });
  const { texts } = await findWriting([make()], () => undefined, new AbortController().signal);
  clearInterval(counting);
  expect(texts.length).toBe(numbers.length);
  expect(tasks).toBeGreaterThan(3);
});

test.for([ghost, wordPress])('reading a long export can be cancelled midway: %o', async (make) => {
  const ending = new AbortController();
  const ended = new Error('Ended');
  const reading = findWriting([make()], () => setTimeout(() => ending.abort(ended)), ending.signal);
  await expect(reading).rejects.toBe(ended);
});
