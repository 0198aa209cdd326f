import type { Device, OpenTab } from './device.ts';

/** A word that a person has typed, as a paragraph of its own. No other text contains the word. */
export interface Word {
  word: string;
  title: string;
  /** The device on which it was typed. */
  device: Device;
  /** Whether the form shows the word as saved, or its author was told that the word is published or pending. */
  isSafe: boolean;
  /** Whether the device lost the word while sending it, and has not stored it since. */
  isLost: boolean;
  /** The tab whose session storage may have the only copy of the word. */
  tab: OpenTab | undefined;
  /** Whether its author has discarded the word. */
  isDropped: boolean;
  /** The words of the paragraph over which the author typed this word. */
  over: ReadonlySet<string>;
  /** The words that the author rejected in favour of this word when deciding a conflict. */
  beats: Set<string>;
  /** Those of `beats` that the author rejected while the backend had stored this word. */
  beatsAsStored: Set<string>;
  /** Whether the author took the word's paragraph out of a form. */
  isTakenOut: boolean;
  /** Whether its author removed the word: in a submitted edit, in a conflict, or before any version had it. */
  isRemoved: boolean;
  /** Whether an author chose the word in a conflict, so that a later version may have it again. */
  isChosen: boolean;
  /**
   * Whether only one tab's storage or form had the word when its author typed or submitted the text in another tab.
   * There are then two texts, one of them without the word. If both are submitted, they become two posts.
   */
  isApart: boolean;
}

/** Returns whether the word is a picture's Markdown, which counts as a word, too. */
export const isPicture = ({ word }: Word): boolean => word.startsWith('![]');

/** A submitted text whose author was told that it is published or pending. */
export interface Told {
  title: string;
  content: string;
  imgUrl: string;
  /** The turn in which it was submitted. */
  pressedAt: number;
}

/** An edit whose author was told that it is saved or pending. */
export interface SavedEdit {
  postId: string;
  title: string;
  /** The words that the edit adds to the version from which it began. */
  own: string[];
  /** The words whose paragraphs its author has removed. */
  removed: string[];
  /** The number of the version from which the edit began. */
  from: number;
  isTaken: boolean;
  /** The tab in which it was submitted. */
  tab: OpenTab;
  /** The turn in which it was submitted. */
  pressedAt: number;
}

/** Words of a post that its author removed in an edit, or rejected in a conflict. */
export interface TakenAway {
  title: string;
  words: string[];
  /** The id of the submitted draft; unset for words rejected in a conflict. */
  draftId?: string;
  /** Whether the app told the author that the text has left its form; true for words rejected in a conflict. */
  isAway: boolean;
}

export const wordsIn = (content: string): string[] => content.match(/\S+/g) ?? [];

/** Notes that the author has restored a discarded text, if there was one to restore. */
export function bringBack(words: readonly Word[], text: Pick<Told, 'title' | 'content'> | undefined): void {
  for (const word of words) if (word.title === text?.title && has(text.content, word)) word.isDropped = false;
}

export const has = (content: string, { word }: Word): boolean => wordsIn(content).includes(word);
