import { act } from '@testing-library/react';
import { stubGlobal } from './global.ts';

export interface ListEnds extends Disposable {
  /** Tells every observer of an element on the page that the element has come into sight. */
  reach(): void;
}

/** jsdom lays nothing out, so what comes into sight is for the test to say. */
export function watchListEnds(): ListEnds {
  const observers = new Set<{ tell: () => void }>();

  class Observer {
    readonly #callback: IntersectionObserverCallback;
    readonly #targets = new Set<Element>();

    constructor(callback: IntersectionObserverCallback) {
      this.#callback = callback;
      observers.add(this);
    }
    observe(target: Element) {
      this.#targets.add(target);
    }
    disconnect() {
      observers.delete(this);
    }
    tell() {
      const entries = [...this.#targets].map((target) => ({ target, isIntersecting: true }));
      this.#callback(entries as IntersectionObserverEntry[], this as unknown as IntersectionObserver);
    }
  }

  const stubbed = stubGlobal('IntersectionObserver', Observer);
  return {
    reach: () => act(() => [...observers].forEach((observer) => void observer.tell())),
    [Symbol.dispose]: () => stubbed[Symbol.dispose](),
  };
}
