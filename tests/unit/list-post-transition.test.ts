import { expect, test, vi } from 'vitest';
import { eventually } from './support/eventually.ts';
import { stubGlobal } from './support/global.ts';

/** A tap on a card, and the transition it starts; under every later press there is a button. */
async function openTransition() {
  const stack = new DisposableStack();
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const start = vi.fn(() => ({ ready: finished, finished, skipTransition: finish }));
  Object.assign(document, { startViewTransition: start, elementFromPoint: () => button });
  stack.defer(() => {
    Reflect.deleteProperty(document, 'startViewTransition');
    Reflect.deleteProperty(document, 'elementFromPoint');
    document.body.innerHTML = '';
  });
  stack.use(stubGlobal('matchMedia', () => ({ matches: false })));
  document.body.innerHTML = '<a class="card-link" href="/blogs/a">A post</a><button>Under it</button>';
  const button = document.querySelector('button');
  const pressed = vi.fn();
  button?.addEventListener('click', pressed);
  const link = document.querySelector('a');
  link?.addEventListener('click', (click) => click.preventDefault());
  // The module listens as long as the page lives; each test has a module of its own.
  const listen = vi.spyOn(window, 'addEventListener');
  stack.defer(() => {
    for (const [type, listener, options] of listen.mock.calls) window.removeEventListener(type, listener, options);
    listen.mockRestore();
  });
  vi.resetModules();
  await import('../../src/app/screens/blog/useListPostTransition.ts');
  link?.click();
  expect(start).toHaveBeenCalled();
  return {
    pressed,
    send: (type: string, pointerType = 'touch') =>
      document.documentElement.dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true }), { pointerType })),
    [Symbol.dispose]: () => stack.dispose(),
  };
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

test('A press during a transition reaches the element under it', async () => {
  using transition = await openTransition();
  transition.send('pointerdown');
  transition.send('click');
  await eventually(() => expect(transition.pressed).toHaveBeenCalledTimes(1));
  transition.send('click');
  await nextTurn();
  expect(transition.pressed).toHaveBeenCalledTimes(1);
});

test('A touch that scrolls during a transition leaves the next click alone', async () => {
  using transition = await openTransition();
  transition.send('pointerdown');
  transition.send('pointercancel');
  transition.send('click');
  await nextTurn();
  expect(transition.pressed).not.toHaveBeenCalled();
});

test('A mouse press that ends without a click, as its screen has left, reaches the element under it', async () => {
  using transition = await openTransition();
  transition.send('pointerdown', 'mouse');
  transition.send('pointerup', 'mouse');
  await eventually(() => expect(transition.pressed).toHaveBeenCalledTimes(1));
});

test('A mouse press that ends with a click is forwarded once', async () => {
  using transition = await openTransition();
  transition.send('pointerdown', 'mouse');
  transition.send('pointerup', 'mouse');
  transition.send('click', 'mouse');
  await eventually(() => expect(transition.pressed).toHaveBeenCalledTimes(1));
  await nextTurn();
  expect(transition.pressed).toHaveBeenCalledTimes(1);
});
