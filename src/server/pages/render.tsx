import { StrictMode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { HydrationProvider } from '../../app/components/HydrationProvider.tsx';
import type { HydrationData } from '../../app/hooks/HydrationContext.ts';
import { ServerDocumentContext } from '../../app/hooks/ServerDocumentContext.ts';
import { SiteContext } from '../../app/hooks/useSite.ts';
import { Routing } from '../../app/routes.tsx';
import type { SiteSettings } from '../../contract/site.ts';
import { boundLength } from './bounded-output.ts';

/**
 * Renders the app as the browser will hydrate it.
 * @param host hostname of the page, if it is known
 * @throws {BeyondBounds} as soon as the HTML is too long to be sent
 */
export async function render(location: string, answers: HydrationData, host = '', site: SiteSettings = {}) {
  const page = { title: '', host };
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <ServerDocumentContext value={page}>
        <SiteContext value={site}>
          <StaticRouter location={location}>
            <HydrationProvider answers={answers} isRendered>
              <Routing />
            </HydrationProvider>
          </StaticRouter>
        </SiteContext>
      </ServerDocumentContext>
    </StrictMode>,
    // By default React sends long content hidden at the page's end, and a script moves it. Without scripts, the content
    // stays hidden.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  prelude.setEncoding('utf8');
  let html = '';
  for await (const piece of prelude) {
    html += piece;
    boundLength(html.length);
  }
  return { html, title: page.title };
}
