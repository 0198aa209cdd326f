import type { Target } from './target.ts';

export interface Said {
  /** `warning`, `error`; `uncaught` is an unhandled exception, `network` an answer that the browser logs. */
  type: string;
  text: string;
}

/** A browser tab in any engine. Each method waits ten seconds at most. */
export interface EngineTab {
  /** Loads the document, and returns once it is parsed; images may still be loading. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs the script in the page, where it can use nothing but its arguments. */
  evaluate<Args extends unknown[], Result>(script: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>;
  /** Clicks the target as soon as it is there. */
  click(target: Target): Promise<void>;
  /** Types at the end of the field with this label. */
  type(label: string, text: string): Promise<void>;
  /** Presses and releases the key, wherever the focus is. */
  press(key: Key): Promise<void>;
  close(): Promise<void>;
}

export type Key = 'Tab' | 'Enter';

export interface EngineWindow {
  /** The tab with which the window opened. */
  readonly tab: EngineTab;
  /** Everything that its pages have logged, in order. */
  readonly said: Said[];
  openTab(): Promise<EngineTab>;
  /** Kills all processes of the browser at once, by SIGKILL. */
  kill(): Promise<void>;
}

/** A browser with a profile that survives restarts. Disposing of it removes the profile. */
export interface EngineProfile extends AsyncDisposable {
  start(): Promise<EngineWindow>;
}
