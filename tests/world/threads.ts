import type { Instantiate } from './bundle.ts';
import { drawingGlobals } from './canvas.ts';
import { asGlobalObject, commonGlobals, Realm } from './realm.ts';

/** Returns the `Worker` class of one page. Each thread is a realm that prepares pictures, and dies with its page. */
export function threadsOf(page: Realm, clock: { ahead: number }, program: Instantiate<object>) {
  const { turns } = page;
  return class {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onerror: ((event: { message: string }) => void) | null = null;
    readonly #realm = new Realm(`${page.name}, a thread`, turns);
    readonly #scope = new EventTarget();

    constructor(script: string) {
      if (!script.includes('/image-thread.ts')) throw new Error(`No page begins the thread ${script}`);
      const globals = {
        ...commonGlobals(this.#realm, turns.newSeed(), clock),
        ...drawingGlobals(this.#realm),
        addEventListener: this.#scope.addEventListener.bind(this.#scope),
        postMessage: (data: unknown) => turns.soon(page, 'a thread answers', () => this.onmessage?.({ data })),
      };
      page.onKill(() => this.#realm.kill());
      program({ ...globals, globalThis: asGlobalObject(globals) }, (name) => {
        throw new Error(`A thread has no module ${name}`);
      });
    }

    postMessage(data: unknown) {
      turns.soon(this.#realm, 'a thread is asked', () =>
        this.#scope.dispatchEvent(new MessageEvent('message', { data })),
      );
    }

    terminate() {
      this.#realm.kill();
    }
  };
}
