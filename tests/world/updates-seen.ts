import { timeouts } from '../../src/device/timeouts.ts';
import type { Device, OpenTab } from './device.ts';
import type { InstalledWorker } from './installed-worker.ts';
import type { World } from './world.ts';

/** Verifies that an update opens only in a tab where a person has accepted it, and only if no form there has a text. */
export class UpdatesSeen {
  readonly #world: World;
  /** Workers whose takeover a person has accepted. */
  readonly #accepted = new WeakSet<InstalledWorker>();
  /** Tabs in which an update was accepted. */
  readonly #updating = new WeakSet<OpenTab>();
  /** Tabs that miss a chunk of their build. */
  readonly #incomplete = new WeakSet<OpenTab>();

  constructor(world: World) {
    this.#world = world;
    for (const device of world.devices) {
      device.onReload = (tab) => this.#reload(tab);
      device.worker.registration.onTakeOver = (worker) => {
        world.turns.tell(`${device.name}: the worker of build ${worker.build} takes over`);
        if (!this.#accepted.has(worker))
          world.faults.push(`${device.name}: an update takes over that nobody asked for`);
      };
    }
  }

  /** Presses "Update", if an update is offered. */
  async accept(device: Device, tab: OpenTab): Promise<void> {
    if (!tab.page.isUpdateOffered()) return;
    const { waiting } = device.worker;
    if (waiting) this.#accepted.add(waiting);
    this.#updating.add(tab);
    const told = await tab.page.acceptUpdate();
    this.#world.turns.tell(`${tab.name}: is told of the update: ${told}`);
    if (told !== 'opening') this.#updating.delete(tab);
  }

  /** Opens a screen whose code the page has not loaded yet. */
  async openScreen(device: Device, tab: OpenTab): Promise<void> {
    if (await device.hasChunk(tab)) return;
    this.#world.turns.tell(`${tab.name}: misses a chunk of build ${tab.build}`);
    this.#incomplete.add(tab);
    tab.window.dispatchEvent(new Event('vite:preloadError'));
  }

  /** Waits until pages that miss a chunk have reloaded. A page of the host's build first waits `leavingPageMs`. */
  async untilReloaded(): Promise<void> {
    const { devices, turns } = this.#world;
    if (!devices.some(({ tabs }) => tabs.some((tab) => tab && this.#incomplete.has(tab)))) return;
    await turns.pass(timeouts.leavingPageMs, 0);
    await turns.settle();
  }

  #reload(tab: OpenTab): void {
    const { turns, faults } = this.#world;
    turns.tell(`${tab.name}: reloads itself`);
    // A tab that also misses a chunk reloads for the chunk: its update has not opened yet.
    if (this.#updating.has(tab) && !this.#incomplete.has(tab)) {
      if (tab.page.fields().some((text) => text !== '')) faults.push(`${tab.name}: an update closes a text`);
    } else if (!this.#incomplete.has(tab)) faults.push(`${tab.name}: reloads, and nobody asked for it`);
    turns.soon(tab.realm, 'is loaded anew', () => this.#world.reload(tab));
  }
}
