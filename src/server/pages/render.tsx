import { text } from 'node:stream/consumers';
import { StrictMode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { FirstVisit } from '../../app/FirstVisit.tsx';
import type { FirstAnswers } from '../../app/parts/FirstAnswers.ts';
import { RenderedPage } from '../../app/parts/RenderedPage.ts';
import { Routing } from '../../app/routes.tsx';

export type Rendered = { html: string; title: string };

/** The app as it begins in the browser: the same components, at this address, with these answers. */
export async function render(location: string, answers: FirstAnswers): Promise<Rendered> {
  const page = { title: '' };
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <RenderedPage value={page}>
        <StaticRouter location={location}>
          <FirstVisit answers={answers}>
            <Routing />
          </FirstVisit>
        </StaticRouter>
      </RenderedPage>
    </StrictMode>,
    // Else React puts what is long at the page's end, hidden, for a script to move: nobody without scripts would see it.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return { html: await text(prelude), ...page };
}
