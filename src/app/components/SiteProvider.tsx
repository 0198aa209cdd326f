import { type ReactNode, useLayoutEffect } from 'react';
import type { SiteSettings } from '../../contract/site.ts';
import { newerSite } from '../../reading/news/reading-news.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { applySite, SiteContext } from '../hooks/useSite.ts';

/** Provides the settings that are in the page, or newer settings once the worker has sent them. */
export function SiteProvider({ first, children }: { first: SiteSettings; children: ReactNode }) {
  const site = useObservable(newerSite) ?? first;
  // A layout effect, so that the next paint has the new colours.
  useLayoutEffect(() => applySite(site), [site]);
  return <SiteContext value={site}>{children}</SiteContext>;
}
