import { useEffect, useRef } from 'react';
import { takeFocus } from '../../components/take-focus.ts';

/** Returns the index of a row in its section's list. */
export const indexOfRow = (button: HTMLElement): number =>
  [...(button.closest('ul')?.children ?? [])].findIndex((row) => row.contains(button));

/** Focuses the button of the row that moved up, else of the row above, else the section's heading. */
export function takeFocusInRows(section: HTMLElement | null, index: number): void {
  const buttons = section?.querySelectorAll<HTMLElement>('li button') ?? [];
  takeFocus(buttons[Math.min(index, buttons.length - 1)] ?? section?.querySelector<HTMLElement>('h2'));
}

/**
 * Moves the focus on from a row that has been removed, once the screen shows the list without it.
 *
 * @returns to be called with the row's section and place before the list is asked for again.
 */
export function useFocusAfterRemoval(list: unknown): (section: HTMLElement | null, index: number) => void {
  const removed = useRef<[HTMLElement | null, number]>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the screen shows another list
  useEffect(() => {
    if (removed.current) takeFocusInRows(...removed.current);
    removed.current = undefined;
  }, [list]);
  return (...row) => {
    removed.current = row;
  };
}
