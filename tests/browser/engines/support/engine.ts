import type { Target } from './target.ts';

export interface Said {
  /**
   * `warning` or `error`; `uncaught` for an unhandled exception; `network` for a failed response that the browser logs.
   */
  type: string;
  text: string;
}

/** A browser tab in any engine. Each method waits ten seconds at most. */
export interface EngineTab {
  /** Loads the document, and returns once it is parsed; images may still be loading. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs the function in the page, where it can use only its arguments. */
  evaluate<Args extends unknown[], Result>(script: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>;
  /** Clicks the target as soon as it appears. */
  click(target: Target): Promise<void>;
  /** Types at the end of the field with this label. */
  type(label: string, text: string): Promise<void>;
  /** Presses and releases the key, whichever element has the focus. */
  press(key: Key): Promise<void>;
  close(): Promise<void>;
}

export type Key = 'Tab' | 'Enter';

export interface EngineWindow {
  /** The window's first tab. */
  readonly tab: EngineTab;
  /** All console messages and uncaught errors of its pages, in order. */
  readonly said: Said[];
  openTab(): Promise<EngineTab>;
  /** Kills all processes of the browser at once, by SIGKILL. */
  kill(): Promise<void>;
}

/** A browser with a profile that survives restarts. Disposing of it removes the profile. */
export interface EngineProfile extends AsyncDisposable {
  start(): Promise<EngineWindow>;
}
