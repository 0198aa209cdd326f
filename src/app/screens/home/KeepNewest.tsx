import { useState } from 'react';
import { connection } from '../../../device/calls/connection.ts';
import { isDataSaved } from '../../../device/save-data.ts';
import { maxEntries } from '../../../device/storage/max-entries.ts';
import { refreshNewest } from '../../../reading/news/tell-worker.ts';
import {
  type NewestChoice,
  newestCounts,
  saveNewestChoice,
  savingCount,
} from '../../../reading/store/newest-choice.ts';
import type { OfflineInventory } from '../../../reading/store/on-this-device.ts';
import { actionFailedMessage, useFailableAction } from '../../hooks/useFailableAction.ts';
import { useObservable } from '../../hooks/useObservable.ts';
import '../../styles/keep-newest.css';

/** Lets the reader choose how many of the newest posts this device keeps, and says how many it stores now. */
export function KeepNewest({ choice, here, isAll }: OfflineInventory['newest']) {
  const [chosen, setChosen] = useState(choice);
  const [hasFailed, attempt] = useFailableAction();
  const isAway = useObservable(connection) === 'away';
  const choose = (next: NewestChoice) =>
    attempt(async () => {
      await saveNewestChoice(next);
      setChosen(next);
      refreshNewest();
    });
  return (
    <section className="paper keep-newest stack choices">
      <fieldset className="choice">
        <legend>Save posts for offline</legend>
        {newestCounts.map((count) => (
          <label key={count} className="button quiet">
            <input
              type="radio"
              name="newest"
              checked={chosen.count === count}
              onChange={() => void choose({ ...chosen, count })}
            />
            {count === 0 ? 'Off' : `${count} posts`}
          </label>
        ))}
      </fieldset>
      <label className="with-pictures">
        <input
          type="checkbox"
          checked={chosen.withPictures}
          disabled={chosen.count === 0}
          onChange={({ target }) => void choose({ ...chosen, withPictures: target.checked })}
        />
        With their pictures, up to {maxEntries.newestImages}
      </label>
      <p role="status" className="hint">
        {hasFailed ? actionFailedMessage : inWords(chosen, { here: Math.min(here, chosen.count), isAll, isAway })}
      </p>
    </section>
  );
}

function inWords(
  { count }: NewestChoice,
  { here, isAll, isAway }: { here: number; isAll: boolean; isAway: boolean },
): string {
  if (count === 0) return 'No posts are saved in advance. Posts you read stay here.';
  const most = isDataSaved() ? Math.min(count, savingCount) : count;
  const state =
    here >= count
      ? 'All of them are here now.'
      : isAll
        ? `There are ${here}, and all are here now.`
        : `${here} ${here === 1 ? 'is' : 'are'} here now${isAway && here < most ? '; the rest will follow when you’re online' : ''}.`;
  const saving = isDataSaved() ? ` Data saver is on: no more than ${most} are fetched, without pictures.` : '';
  return `The newest ${count} posts are kept on this device. ${state}${saving}`;
}
