import { act } from '@testing-library/react';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { stubGlobal } from './global.ts';

export interface ListEnds extends Disposable {
  /** The reader reaches the end of the page; an observer hears of it as soon as it observes. */
  reach(): Promise<void>;
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
    async reach() {
      await eventually(() => expect(observers.size).toBeGreaterThan(0));
      act(() => {
        for (const observer of [...observers]) observer.tell();
      });
    },
    [Symbol.dispose]: () => stubbed[Symbol.dispose](),
  };
}
