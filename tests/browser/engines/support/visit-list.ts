import { publish } from '../../support/authors.ts';
import type { Site } from '../../support/site.ts';
import type { Opening } from './opening.ts';
import { openList } from './screen.ts';

/** One visit to the list, of two posts; says under which id the older one is. */
export async function visitList({ tab, site, author }: Opening<Site>): Promise<string> {
  const older = await publish(site, author, { title: 'Older', content: 'Never opened.' });
  await publish(site, author, { title: 'Newer', content: 'Nor this.' });
  await openList(tab, site);
  return older;
}
