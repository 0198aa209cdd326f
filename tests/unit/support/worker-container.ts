import { act } from '@testing-library/react';
import type { FromWorker, ToWorker } from '../../../src/reading/news/messages.ts';

export interface WorkerContainer extends Disposable {
  /** The messages that the page has sent to the worker. */
  readonly received: ToWorker[];
  /** The URLs of the worker scripts that the page has registered. */
  readonly registered: string[];
  tell(message: FromWorker): void;
  /** Makes the worker control the page. */
  takeOver(): void;
}

/** Replaces `navigator.serviceWorker` until disposed of. The app hears `tell` only after `hearWorker`. */
export function fakeServiceWorkerContainer({ controlled }: { controlled: boolean }): WorkerContainer {
  const received: ToWorker[] = [];
  const registered: string[] = [];
  const worker = Object.assign(new EventTarget(), {
    scriptURL: new URL('/worker.js', window.location.href).href,
    state: 'activated',
    postMessage: (message: ToWorker) => void received.push(structuredClone(message)),
  });
  const registration = Object.assign(new EventTarget(), { active: worker, waiting: null, installing: null });
  const container = Object.assign(new EventTarget(), {
    controller: controlled ? worker : null,
    register: async (script: string | URL) => {
      registered.push(String(script));
      return registration;
    },
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  return {
    received,
    registered,
    tell: (data) => act(() => void container.dispatchEvent(new MessageEvent('message', { data }))),
    takeOver: () => {
      container.controller = worker;
      act(() => void container.dispatchEvent(new Event('controllerchange')));
    },
    [Symbol.dispose]: () => void Reflect.deleteProperty(navigator, 'serviceWorker'),
  };
}
