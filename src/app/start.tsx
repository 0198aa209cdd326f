import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { startAccountTasks } from '../account/start-account-tasks.ts';
import { listenForInstallPrompt } from '../device/install/install-prompt.ts';
import { nextTask } from '../device/next-task.ts';
import { reloadOnMissingChunk } from '../device/updates/reload-on-missing-chunk.ts';
import { resultWithin } from '../device/with-timeout.ts';
import { hearWorker, startWorkerClient } from '../reading/news/worker-client.ts';
import { followProfile } from '../session/profile.ts';
import { openSession } from '../session/session.ts';
import { startWritingOnLogin } from '../writing/start-on-login.ts';
import { applyDisplayPreferences } from './apply-display-preferences.ts';
import { HydrationProvider } from './components/HydrationProvider.tsx';
import { SiteProvider } from './components/SiteProvider.tsx';
import { startFollowingOnReturn } from './following/start-on-return.ts';
import { settingsOfDocument } from './hooks/useSite.ts';
import { readHydrationData } from './read-hydration-data.ts';
import { loadScreen, Routing } from './routes.tsx';

reloadOnMissingChunk();
listenForInstallPrompt();
hearWorker();
openSession();
applyDisplayPreferences();
followProfile();
startWritingOnLogin();
void start();

/**
 * A function, because with a top-level `await` the build could not share this module's code with lazily loaded chunks.
 */
async function start(): Promise<void> {
  // The installed app resumes on its last screen, before any code reads the URL.
  if (matchMedia('(display-mode: standalone)').matches)
    await (await import('./restore-last-location.ts')).restoreLastLocation();

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element with the id "root"');
  const app = (
    <StrictMode>
      <BrowserRouter>
        <HydrationProvider answers={readHydrationData()} isRendered={root.hasChildNodes()}>
          <SiteProvider first={settingsOfDocument()}>
            <Routing />
          </SiteProvider>
        </HydrationProvider>
      </BrowserRouter>
    </StrictMode>
  );
  try {
    // Waits at most a second. Then shows the layout and registers the worker while the screen still loads.
    await resultWithin(1_000, loadScreen(location.pathname));
  } catch (error) {
    console.error('Could not preload the screen.', error);
  }
  // Only our own backend renders pages; the worker and static hosts send an empty root element. In a transition, React
  // hydrates in slices of some milliseconds, but hydrates a pressed part at once.
  if (root.hasChildNodes()) {
    await nextTask();
    startTransition(() => void hydrateRoot(root, app));
  } else createRoot(root).render(app);
  // Read by not-started.css and start-check.ts.
  root.dataset.started = '';

  // Waits for `load`: the worker precaches the whole app, which must not compete with the page's own requests.
  if (document.readyState === 'complete') void startBehindPage();
  else addEventListener('load', startBehindPage, { once: true });
}

/** Starts the tasks behind the page one by one, so that the browser can handle a press between them. */
async function startBehindPage(): Promise<void> {
  for (const start of [startFollowingOnReturn, startAccountTasks, startWorkerClient]) {
    await nextTask();
    void start();
  }
}
