/// <reference types="vite/client" />

import { syncTags } from '../device/storage/storage-names.ts';
import { answerReading } from '../reading/answers/answer-reading.ts';
import type { ToWorker } from '../reading/news/messages.ts';
import { cachePinnedImage } from '../reading/store/pinned-images.ts';
import { readingCallOf } from '../reading/store/reading-call.ts';
import { isNavigation, respondToNavigation, respondWithPrecached } from './app-shell.ts';
import { cacheShownImages, isImage, respondWithImage } from './image-requests.ts';
import { lookInBackground, refreshInBackground } from './look-in-background.ts';
import { precacheOnInstall, restoreAllPrecached } from './precache.ts';
import { deleteUnusedPrecaches } from './precache-cleanup.ts';
import { sendInBackground } from './publishing.ts';
import { isShare, receiveShare } from './receive-share.ts';
import { isSiteFile, refreshSite, respondWithSiteFile } from './site-files.ts';
import { tellWhichPosts } from './tell-pages.ts';
import { refetch, workerHost } from './worker-host.ts';

declare const self: ServiceWorkerGlobalScope;

precacheOnInstall();
self.addEventListener('install', (event) => event.waitUntil(refreshSite()));

// Lets the first worker serve the page that registered it. A later worker waits until no page of the earlier build is
// open, or until the user accepts the update in one of those pages.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (isShare(request)) event.respondWith(receiveShare(request));
  if (request.method !== 'GET') return;
  const reading = readingCallOf(request);
  if (reading) event.respondWith(answerReading({ request, reading, host: workerHost(event) }));
  else if (isNavigation(request)) event.respondWith(respondToNavigation(request));
  else if (isSiteFile(request)) event.respondWith(respondWithSiteFile(event));
  else if (isImage(request)) event.respondWith(respondWithImage(event));
  else respondWithPrecached(event);
});

/** Missing in TypeScript's library, as only Chromium supports it. */
type SyncEvent = ExtendableEvent & { tag: string; lastChance?: boolean };

self.addEventListener('sync', (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === syncTags.outbox) sync.waitUntil(sendInBackground(sync.lastChance));
});

self.addEventListener('periodicsync', (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === syncTags.following) sync.waitUntil(lookInBackground(sync));
  if (sync.tag === syncTags.newest) sync.waitUntil(refreshInBackground(sync));
});

self.addEventListener('message', (event) => {
  const message = event.data as ToWorker;
  switch (message.type) {
    case 'which posts':
      event.waitUntil(tellWhichPosts());
      break;
    case 'pin':
      event.waitUntil(Promise.all(message.images.map(cachePinnedImage)));
      break;
    case 'keep':
      event.waitUntil(cacheShownImages(message.images));
      for (const url of message.calls) event.waitUntil(refetch(url, event));
      break;
    case 'SKIP_WAITING':
      event.waitUntil(self.skipWaiting());
      break;
    case 'opened':
      event.waitUntil(
        Promise.all([self.clients.claim(), deleteUnusedPrecaches(), restoreAllPrecached(), refreshSite()]),
      );
      break;
    default:
      message satisfies never;
  }
});
