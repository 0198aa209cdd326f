/// <reference types="vite/client" />
import type { ToWorker } from '../data/messages.ts';
import { syncTags } from '../data/storage.ts';
import { answerPage } from './asked.ts';
import { keepBuild } from './build.ts';
import { answerImage, keepImages } from './images.ts';
import { publishWaiting } from './publishing.ts';
import { answerReading, keepReading } from './reading.ts';
import { isImage, isNavigation, readingOf } from './requests.ts';
import { answerNavigation, answerPrecached } from './shell.ts';
import { dropFormerBuilds } from './updates.ts';

declare const self: ServiceWorkerGlobalScope;

keepBuild();

// The first worker serves the page that brought it; a later one waits until no page of the old build is open, or until
// somebody asks for it in one of them.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const reading = readingOf(request);
  if (reading) event.respondWith(answerReading(event, reading));
  else if (isNavigation(request)) event.respondWith(answerNavigation(request));
  else if (isImage(request)) event.respondWith(answerImage(event));
  else answerPrecached(event);
});

/** Not in TypeScript's library, as only Chromium has it. */
type SyncEvent = ExtendableEvent & { tag: string };

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === syncTags.outbox) sync.waitUntil(publishWaiting());
});

self.addEventListener('message', (event) => {
  const message = event.data as ToWorker;
  switch (message.type) {
    case 'claim':
      event.waitUntil(self.clients.claim());
      break;
    case 'ask':
      event.waitUntil(answerPage(message, event.ports[0]));
      break;
    case 'keep':
      for (const url of message.answers) event.waitUntil(keepReading(event, url));
      event.waitUntil(keepImages(message.images));
      break;
    case 'SKIP_WAITING':
      event.waitUntil(self.skipWaiting());
      break;
    case 'opened':
      event.waitUntil(dropFormerBuilds());
      break;
    default:
      message satisfies never;
  }
});
