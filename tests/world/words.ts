import type { Device, OpenTab } from './device.ts';

/** A word that somebody has typed. */
export interface Word {
  word: string;
  title: string;
  /** Where it was typed. */
  device: Device;
  /** The form has said that it is saved, or its author was told that it is published or waits. */
  isSafe: boolean;
  /** The tab whose session storage has it, where nothing else may. */
  tab: OpenTab | undefined;
  /** Discarded or deleted by its author. */
  isDropped: boolean;
}

/** A text that its author was told is published. */
export interface Told {
  title: string;
  content: string;
}

export const has = (content: string, { word }: Word): boolean => content.split(' ').includes(word);
