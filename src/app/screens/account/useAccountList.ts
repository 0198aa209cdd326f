import { useEffect, useRef, useState } from 'react';
import { takeFocus } from '../../components/take-focus.ts';
import { useAccountCall } from '../../hooks/useAccountCall.ts';
import { failureText } from '../../text/account-failure-text.ts';
import type { SectionProps } from './AccountSection.tsx';
import { useAccountData } from './useAccountData.ts';

/** Reads a list of the account from the backend, and removes rows when their buttons are pressed. */
export function useAccountList<T>(ask: (token: string) => Promise<T[]>, props: SectionProps) {
  const [data, refetch] = useAccountData(ask, props);
  const { isBusy, failed, run } = useAccountCall({ say: failureText(), onExpired: props.onExpired });
  const [said, setSaid] = useState('');
  const removed = useRef<[HTMLElement | null, number]>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the screen shows another list
  useEffect(() => {
    if (removed.current) takeFocusInRows(...removed.current);
    removed.current = undefined;
  }, [data]);

  /** @param work removes the row; resolves to the message to show */
  const remove = (button: HTMLElement, work: () => Promise<string>) => {
    const row: typeof removed.current = [button.closest('section'), indexOfRow(button)];
    void run(async () => {
      setSaid('');
      const done = await work();
      removed.current = row;
      await refetch();
      setSaid(done);
    });
  };
  return { data, refetch, isBusy, failed, said, setSaid, remove };
}

const indexOfRow = (button: HTMLElement): number =>
  [...(button.closest('ul')?.children ?? [])].findIndex((row) => row.contains(button));

/** Focuses the button of the row that moved up, else of the row above, else the section's heading. */
function takeFocusInRows(section: HTMLElement | null, index: number): void {
  const buttons = section?.querySelectorAll<HTMLElement>('li button') ?? [];
  takeFocus(buttons[Math.min(index, buttons.length - 1)] ?? section?.querySelector<HTMLElement>('h2'));
}
