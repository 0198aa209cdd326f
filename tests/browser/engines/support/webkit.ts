import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../support/free-port.ts';
import { ownGroup, type ProcessGroup } from '../../support/process-group.ts';
import type { EngineProfile, EngineTab, Key, Said } from './engine.ts';
import type { WebKitPrograms } from './find.ts';
import { findField, findTarget } from './target.ts';
import { elementKey, openSession, type Session } from './webdriver.ts';
import { within } from './within.ts';

type Element = { [elementKey]: string };

/** Opens WebKitGTK on a virtual screen (Xvfb). */
export async function openWebKit({ driver, gjs, xvfb }: WebKitPrograms): Promise<EngineProfile> {
  await using undo = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'storyline-webkit-'));
  undo.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const screen = spawn(xvfb, ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '1280x1024x24'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const screenGroup = ownGroup(screen);
  undo.defer(() => screenGroup.kill());
  const [display] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data');
  const started: ProcessGroup[] = [];
  undo.defer(async () => {
    for (const group of started) await group.kill();
  });

  async function start() {
    const port = await freePort();
    const child = spawn(driver, ['--host=127.0.0.1', `--port=${port}`], {
      detached: true,
      env: { ...process.env, DISPLAY: `:${String(display).trim()}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    // The driver's group contains the browser and all of its processes, so killing the group ends them.
    const group = ownGroup(child);
    started.push(group);
    const said: Said[] = [];
    createInterface(child.stderr).on('line', (line) => {
      const words = read(line);
      if (words) said.push(words);
    });
    const args = ['-m', join(import.meta.dirname, 'webkit-window.js'), folder];
    const session = await openSession(port, {
      // The driver never answers a script that runs between DOMContentLoaded and load (WebKitGTK 2.50).
      pageLoadStrategy: 'normal',
      'webkitgtk:browserOptions': { binary: gjs, args },
    });
    const openTab = openTabs(session);
    return { tab: await openTab(), said, openTab, kill: group.kill };
  }

  const opened = undo.move();
  return { start, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Parses a logged line, such as `http://localhost:1/a.js:1:22: CONSOLE JS ERROR Error: no`. */
function read(line: string): Said | undefined {
  const [, source, level, text] = /CONSOLE(?: ([A-Z]+))? (LOG|INFO|DEBUG|WARN|ERROR) (.*)/.exec(line) ?? [];
  if (level === undefined || text === undefined) return undefined;
  if (source === 'NETWORK') return { type: 'network', text };
  if (source === 'JS' && level === 'ERROR') return { type: 'uncaught', text };
  return { type: level === 'WARN' ? 'warning' : level.toLowerCase(), text };
}

/** The keys as WebDriver encodes them (W3C WebDriver, section 17.4.2). */
const keys: Record<Key, string> = { Tab: '\uE004', Enter: '\uE007' };

/**
 * Returns a function that opens tabs. Calls of different tabs wait for each other, because WebDriver controls one
 * window at a time.
 */
function openTabs({ ask }: Session): () => Promise<EngineTab> {
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  let first = true;
  async function openHandle(): Promise<string> {
    if (first) {
      first = false;
      return ask('GET', '/window');
    }
    // The driver cannot open a tab while its current tab is closed, so switch to an open tab first.
    const [open] = await ask<string[]>('GET', '/window/handles');
    await ask('POST', '/window', { handle: open });
    const { handle } = await ask<{ handle: string }>('POST', '/window/new', { type: 'tab' });
    return handle;
  }

  return async () => {
    const handle = await inTurn(openHandle);
    const here = <T>(work: () => Promise<T>) =>
      inTurn(async () => {
        await ask('POST', '/window', { handle });
        return work();
      });
    const run = <T>(script: string, args: unknown[]) =>
      here(() => ask<T>('POST', '/execute/sync', { script: `return (${script})(...arguments)`, args }));
    const find = async (what: string, script: string, wanted: unknown) => {
      const element = await within(
        10_000,
        what,
        async () => (await run<Element | null>(script, [wanted])) ?? undefined,
      );
      return `/element/${element[elementKey]}`;
    };
    return {
      goto: (url) => here(() => ask('POST', '/url', { url })),
      reload: () => here(() => ask('POST', '/refresh', {})),
      evaluate: (script, ...args) => run(String(script), args),
      async click(target) {
        const what = `${target.role} ${target.name}`;
        // The driver refuses a click while the element moves or is replaced: click again.
        await within(10_000, `click on ${what}`, async () => {
          const element = await find(what, String(findTarget), target);
          return here(() => ask('POST', `${element}/click`, {}));
        });
      },
      async type(label, text) {
        const element = await find(`field ${label}`, String(findField), label);
        await here(() => ask('POST', `${element}/value`, { text }));
      },
      async press(key) {
        const actions = [
          { type: 'keyDown', value: keys[key] },
          { type: 'keyUp', value: keys[key] },
        ];
        await here(() => ask('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] }));
      },
      close: () => here(() => ask('DELETE', '/window')),
    };
  };
}
