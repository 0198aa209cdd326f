import { useState } from 'react';
import { QuietButton } from '../../components/QuietButton.tsx';
import { Slip } from '../../components/Slip.tsx';
import { actionFailedMessage, useFailableAction } from '../../hooks/useFailableAction.ts';
import { counted } from '../../text/counted.ts';
import { relativeTime } from '../../text/relative-time.ts';
import type { SharedPicturesOfForm } from './useSharedPictures.ts';

/** Lists shared pictures that are in no draft yet, to add to the draft on screen or to discard. */
export function SharedPicturesList({ waiting, add, discard }: SharedPicturesOfForm) {
  const [message, setMessage] = useState('');
  const [hasFailed, attempt] = useFailableAction();
  const press = (work: () => Promise<void>, done: string) =>
    attempt(async () => {
      await work();
      setMessage(done);
    });

  // Stays after the last picture, to show the message and to take the focus of the removed button.
  if (waiting.length === 0 && message === '') return null;
  return (
    <section className="stack" aria-labelledby="shared-heading">
      <h2 id="shared-heading">Shared pictures</h2>
      <div className="drafts-message" role="status">
        {(hasFailed || message !== '') && <p>{hasFailed ? actionFailedMessage : message}</p>}
      </div>
      <ul className="slips">
        {waiting.map((shared) => {
          const count = counted(shared.left.length, 'picture');
          const time = relativeTime(shared.receivedAt, Date.now());
          const which = <span className="visually-hidden">{`${count}, ${time}`}</span>;
          return (
            <Slip key={shared.id} heading={<h3>{count}</h3>} facts={time}>
              <QuietButton onClick={() => press(() => add(shared), `Adding ${count} to the text.`)}>
                Add to this text {which}
              </QuietButton>
              <QuietButton onClick={() => press(() => discard(shared), `Discarded ${count}.`)}>
                Discard {which}
              </QuietButton>
            </Slip>
          );
        })}
      </ul>
    </section>
  );
}
