import { type Backend, openForeignBackend, openOwnBackend, type Replying } from './backend.ts';
import { type Author, type Device, openDevice } from './device.ts';
import { openDialogs } from './dialogs.ts';

/** A backend, and the browser storage of a user who may be logged in to it. */
export interface Stage extends Backend {
  readonly device: Device;
}

export const openOwnStage = (reply: Replying, login?: Partial<Author>): Promise<Stage> =>
  openStage(openOwnBackend, reply, login);

export const openForeignStage = (reply: Replying, login?: Partial<Author>): Promise<Stage> =>
  openStage(openForeignBackend, reply, login);

async function openStage(open: typeof openOwnBackend, reply: Replying, login?: Partial<Author>): Promise<Stage> {
  await using owned = new AsyncDisposableStack();
  const device = owned.use(openDevice(login));
  owned.use(openDialogs());
  const backend = owned.use(await open(reply));
  const opened = owned.move();
  return Object.assign(backend, { device, [Symbol.asyncDispose]: () => opened.disposeAsync() });
}
