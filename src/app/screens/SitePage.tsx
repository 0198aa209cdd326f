import { useContext, useEffect, useState } from 'react';
import { useParams } from 'react-router-dom';
import { readSitePage, type SitePageState } from '../../reading/shown/read-site-page.ts';
import { ProseFrame } from '../components/ProseFrame.tsx';
import { HydrationContext } from '../hooks/HydrationContext.ts';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useProse } from '../hooks/useProse.tsx';
import { useSite } from '../hooks/useSite.ts';
import { isLongTitle } from '../text/title-of.ts';
import { NotFound } from './NotFound.tsx';

/** Keyed by name, so that a navigation from one page to another never shows the old text under the new URL. */
export function SitePageRoute() {
  const { name = '' } = useParams();
  return <SitePage key={name} name={name} />;
}

/** A page that the operator has written, such as an imprint. */
function SitePage({ name }: { name: string }) {
  const listed = useSite().pages?.find((page) => page.name === name);
  const reading = useSitePage(name, listed?.tag ?? '');
  const page = reading.state === 'loaded' ? reading.page : undefined;
  const prose = useProse(page);
  const isMissing = reading.state === 'missing';
  const title = page?.title ?? listed?.title ?? 'Page';
  useDocumentTitle(isMissing ? 'Not Found' : title);
  if (isMissing) return <NotFound />;
  return (
    <article className="column reading" dir="auto">
      <h1 className={isLongTitle({ title }) ? 'long' : undefined}>{title}</h1>
      {prose === undefined ? <p role="status">{waiting(reading)}</p> : <ProseFrame>{prose}</ProseFrame>}
    </article>
  );
}

const waiting = ({ state }: SitePageState): string =>
  state === 'failed' ? 'This page is not on this device. It is shown once the network is back.' : 'Loading page...';

function useSitePage(name: string, tag: string): SitePageState {
  const { sitePage: brought, isMissing } = useContext(HydrationContext);
  const [state, setState] = useState<SitePageState>(() => {
    if (brought) return { state: 'loaded', page: brought };
    return { state: isMissing ? 'missing' : 'loading' };
  });
  const isKnown = isMissing || brought?.tag === tag;
  useEffect(() => (isKnown ? undefined : readSitePage({ name, tag }, setState)), [isKnown, name, tag]);
  return state;
}
