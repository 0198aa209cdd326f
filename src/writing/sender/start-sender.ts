import { connection } from '../../device/calls/connection.ts';
import { timeouts } from '../../device/timeouts.ts';
import { hearWriting } from '../record/record-store.ts';
import type { Backend } from './backend.ts';
import { createPace } from './pace.ts';
import { releaseAfterLogin, type SendingAuthor, sendWaiting } from './send-waiting.ts';

export interface Sender {
  /** Sends pending texts at once, unless the backend has asked to wait. Resolves after one attempt; never rejects. */
  sendNow(): Promise<void>;
  /** Also sends texts that waited for a login. Call it when the page starts, and after each login. */
  sendAfterLogin(): Promise<void>;
  stop(): void;
}

/**
 * Sends the pending texts of all tabs as long as the page is open. After a call without an answer, waits before it
 * tries again. Ends that wait when the browser goes online, the tab becomes visible, or a call gets an answer.
 *
 * @param authorNow returns who is logged in.
 */
export function startSender(backend: Backend, authorNow: () => SendingAuthor | undefined): Sender {
  const pace = createPace();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  /** The next run. It sends the submissions that the current run may have missed. */
  let following: Promise<void> | undefined;
  const stopping = new AbortController();
  const { signal } = stopping;

  const plan = (ms: number) => {
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(() => void run(), Math.max(ms, pace.leftMs()));
  };

  async function send(): Promise<void> {
    const author = authorNow();
    if (!author) return;
    try {
      const sent = await sendWaiting({ author, backend, pace });
      if (sent.kind === 'no answer') plan(0);
      if (sent.kind === 'wait') plan(sent.ms);
    } catch (error) {
      console.error('Could not read the pending texts; trying again later.', error);
      plan(timeouts.maxRetryMs);
    }
  }

  function run(): Promise<void> {
    if (running) {
      following ??= running.then(() => {
        following = undefined;
        return run();
      });
      return following;
    }
    if (signal.aborted || pace.leftMs() > 0) {
      plan(0);
      return Promise.resolve();
    }
    clearTimeout(timer);
    running = send().finally(() => {
      running = undefined;
    });
    return running;
  }

  function hurry(): Promise<void> {
    pace.hurry();
    return run();
  }

  const stops = [
    // Ignored while sending: the sender's own calls make the connection `reachable`, too.
    connection.subscribe(() => connection.get() === 'reachable' && !running && void hurry()),
    hearWriting(({ isDue }) => isDue && void run()),
  ];
  addEventListener('online', () => void hurry(), { signal });
  const hurryIfVisible = () => document.visibilityState === 'visible' && void hurry();
  document.addEventListener('visibilitychange', hurryIfVisible, { signal });
  return {
    sendNow: hurry,
    async sendAfterLogin() {
      try {
        await releaseAfterLogin(authorNow()?.userId ?? '');
      } catch (error) {
        console.error('Could not release the texts that waited for a login; the next app start tries again.', error);
      }
      await hurry();
    },
    stop() {
      stopping.abort();
      clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
}
