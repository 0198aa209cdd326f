import type { Device, OpenTab } from './device.ts';

/** A word that somebody has typed. It is a paragraph of its own, and in no other text. */
export interface Word {
  word: string;
  title: string;
  /** Where it was typed. */
  device: Device;
  /** The form has said that it is saved, or its author was told that it is published or waits. */
  isSafe: boolean;
  /** Its device lost it while it was being sent, and has not stored it since. */
  isLost: boolean;
  /** The tab whose session storage has it, where nothing else may. */
  tab: OpenTab | undefined;
  /** Discarded by its author. */
  isDropped: boolean;
  /** The words that its author saw in this place, and typed it over. */
  over: ReadonlySet<string>;
  /** The words that its author decided against in its favour. */
  beats: Set<string>;
  /** Those among them that it beat while a version of the backend had it. */
  beatsAsStored: Set<string>;
  /** Its author took its paragraph out of a form, and has not pressed Save changes yet. */
  isTakenOut: boolean;
  /** Its author decided that nothing is to be in its place, or has saved an edit without its paragraph. */
  isRemoved: boolean;
  /** Its author was asked to decide, and chose it: it may come back. */
  isChosen: boolean;
  /**
   * It lay in the storage of one tab alone, or in its form, while its author went on with its text in another, or pressed
   * it there: a text with it and one without it are two, and become two posts where both are pressed.
   */
  isApart: boolean;
}

/** What names a picture in a text is a word of it, too. */
export const isPicture = ({ word }: Word): boolean => word.startsWith('![]');

/** A text that its author was told is published. */
export interface Told {
  title: string;
  content: string;
  imgUrl: string;
  /** The turn in which it was pressed. */
  pressedAt: number;
}

/** An edit that its author was told is saved, or waits to be. */
export interface SavedEdit {
  postId: string;
  title: string;
  /** The words that are not in the version it began from. */
  own: string[];
  /** The words whose paragraphs its author has removed. */
  removed: string[];
  /** The version it began from. */
  from: number;
  isTaken: boolean;
  /** Where it was pressed. */
  tab: OpenTab;
  /** The turn in which it was pressed. */
  pressedAt: number;
}

/** Words of a post that its author pressed an edit without, or decided against. */
export interface TakenAway {
  title: string;
  words: string[];
  /** The draft that was pressed; none for a decision. */
  draftId?: string;
  /** The author was told that the text has left its form. */
  isAway: boolean;
}

export const wordsIn = (content: string): string[] => content.match(/\S+/g) ?? [];

/** Its author has brought back a text that they had discarded. */
export function bringBack(words: readonly Word[], { title, content }: Pick<Told, 'title' | 'content'>): void {
  for (const word of words) if (word.title === title && has(content, word)) word.isDropped = false;
}

export const has = (content: string, { word }: Word): boolean => wordsIn(content).includes(word);
