import type { Target } from './target.ts';

export interface Said {
  /** `warning`, `error`; `uncaught` is an unhandled exception, `network` an answer that the browser logs. */
  type: string;
  text: string;
}

/** What the tests ask of a browser tab, in any engine. Where something is awaited, for ten seconds at most. */
export interface EngineTab {
  /** By a document load, until the document is there; its images may still be on their way. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Runs in the page; what it needs comes with it as arguments. */
  evaluate<Args extends unknown[], Result>(script: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>>;
  /** As soon as it is there. */
  click(target: Target): Promise<void>;
  /** Into the field of this label, after what it holds. */
  type(label: string, text: string): Promise<void>;
  /** Presses and releases the key, wherever the focus is. */
  press(key: Key): Promise<void>;
  close(): Promise<void>;
}

export type Key = 'Tab' | 'Enter' | 'Escape' | 'ArrowDown' | 'ArrowUp';

export interface EngineWindow {
  /** The tab it opened with. */
  readonly tab: EngineTab;
  /** What all of its pages said, in order. */
  readonly said: Said[];
  openTab(): Promise<EngineTab>;
  /** By SIGKILL, all of its processes at once. */
  kill(): Promise<void>;
}

/** A person's browser with its profile, which lasts from one start to the next and goes at the end. */
export interface EngineProfile extends AsyncDisposable {
  start(): Promise<EngineWindow>;
}
