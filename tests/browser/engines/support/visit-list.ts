import { publish } from '../../support/authors.ts';
import type { Site } from '../../support/site.ts';
import type { Opening } from './opening.ts';
import { openList } from './screen.ts';

/** Publishes two posts, opens the list, and returns the ID of the older post. */
export async function visitList({ tab, site, author }: Opening<Site>): Promise<string> {
  const older = await publish(site, author, { title: 'Older', content: 'Never opened.' });
  await publish(site, author, { title: 'Newer', content: 'Nor this.' });
  await openList(tab, site);
  return older;
}
