import { act } from '@testing-library/react';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';
import { stubGlobal } from './global.ts';

export interface ListEnds extends Disposable {
  /**
   * Waits until there is an IntersectionObserver, then reports to all observers whether the end of the page is in view.
   * Like a browser, reports nothing to an observer whose last report was the same.
   *
   * @param moments whether the end was in view at each moment, oldest first: a busy page gets several entries at once
   */
  reach(moments?: boolean[]): Promise<void>;
}

/** Replaces `IntersectionObserver` until disposed of. jsdom has no layout, so the test decides what is in view. */
export function watchListEnds(): ListEnds {
  const observers = new Set<Observer>();

  class Observer {
    readonly #callback: IntersectionObserverCallback;
    readonly #targets = new Set<Element>();
    #isInView: boolean | undefined;

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
    tell(moments: boolean[]) {
      if (moments.at(-1) === this.#isInView) return;
      this.#isInView = moments.at(-1);
      const entries = [...this.#targets].flatMap((target) =>
        moments.map((isIntersecting) => ({ target, isIntersecting })),
      );
      this.#callback(entries as IntersectionObserverEntry[], this as unknown as IntersectionObserver);
    }
  }

  const stubbed = stubGlobal('IntersectionObserver', Observer);
  return {
    async reach(moments = [true]) {
      await eventually(() => expect(observers.size).toBeGreaterThan(0));
      act(() => {
        for (const observer of [...observers]) observer.tell(moments);
      });
    },
    [Symbol.dispose]: () => stubbed[Symbol.dispose](),
  };
}
