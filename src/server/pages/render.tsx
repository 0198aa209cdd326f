import { text } from 'node:stream/consumers';
import { StrictMode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { HydrationProvider } from '../../app/components/HydrationProvider.tsx';
import type { HydrationData } from '../../app/hooks/HydrationContext.ts';
import { ServerDocumentContext } from '../../app/hooks/ServerDocumentContext.ts';
import { Routing } from '../../app/routes.tsx';

export type Rendered = { html: string; title: string };

/**
 * Renders the app as the browser will hydrate it.
 * @param host hostname of the page, if it is known
 */
export async function render(location: string, answers: HydrationData, host = ''): Promise<Rendered> {
  const page = { title: '', host };
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <ServerDocumentContext value={page}>
        <StaticRouter location={location}>
          <HydrationProvider answers={answers}>
            <Routing />
          </HydrationProvider>
        </StaticRouter>
      </ServerDocumentContext>
    </StrictMode>,
    // By default React sends long content hidden at the page's end, and a script moves it: without one it stays hidden.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return { html: await text(prelude), title: page.title };
}
