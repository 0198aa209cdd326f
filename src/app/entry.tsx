import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { hearInstallOffer } from '../data/install.ts';
import { mendMissingParts } from '../data/missing-parts.ts';
import { openOutbox } from '../data/outbox/open.ts';
import { followProfile } from '../data/profile.ts';
import { openSession } from '../data/session.ts';
import { openWorker } from '../data/worker.ts';
import { listenBeforeRouter } from './beforeBack.ts';
import { FirstVisit } from './FirstVisit.tsx';
import { readFirstAnswers } from './firstAnswers.ts';
import { loadScreen, Routing } from './routes.tsx';
import { wearLook } from './wearLook.ts';

mendMissingParts();
hearInstallOffer();
openSession();
wearLook();
listenBeforeRouter();
followProfile();
openOutbox();
void start();

/** Not at the top of the module: the parts that are loaded later could not be built to share its code then. */
async function start(): Promise<void> {
  // An installed app may have been elsewhere; before anything looks at the address.
  if (matchMedia('(display-mode: standalone)').matches) await (await import('./resume.ts')).resume();

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element with the id "root"');
  const app = (
    <StrictMode>
      <BrowserRouter>
        <FirstVisit answers={readFirstAnswers()}>
          <Routing />
        </FirstVisit>
      </BrowserRouter>
    </StrictMode>
  );
  try {
    // Not for long: the frame can be shown, and the worker be had, while the screen is still on its way.
    await Promise.race([loadScreen(location.pathname), new Promise((resolve) => setTimeout(resolve, 1_000))]);
  } catch (error) {
    console.error('The screen could not be loaded ahead; the frame says so in its place.', error);
  }
  // The own backend renders first visits; the worker and static hosts answer with an empty page.
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);

  // After load: the worker fetches the whole app for later, which must not compete with what is needed now.
  if (document.readyState === 'complete') void openWorker();
  else addEventListener('load', () => void openWorker(), { once: true });
}
