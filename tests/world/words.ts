import type { OpenTab } from './device.ts';

/** A word that somebody has typed. */
export interface Word {
  word: string;
  title: string;
  /** The form has said that it is saved, or its author was told that it is published or waits. */
  isSafe: boolean;
  /** The tab whose session storage has it, where nothing else may. */
  tab: OpenTab | undefined;
  /** Discarded or deleted by its author. */
  isDropped: boolean;
}

/** What names a picture in a text is a word of it, too. */
export const isPicture = ({ word }: Word): boolean => word.startsWith('![]');

/** A text that its author was told is published. */
export interface Told {
  title: string;
  content: string;
}

export const has = (content: string, { word }: Word): boolean => content.split(' ').includes(word);
