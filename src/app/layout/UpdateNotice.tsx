import { useState } from 'react';
import type { UpdateResult } from '../../device/updates/available-update.ts';
import '../styles/offers.css';
import { QuietButton } from '../components/QuietButton.tsx';
import { moveFocusToMain } from './move-focus-to-main.ts';

type Progress = 'offered' | 'put off' | UpdateResult;

const words: Record<Exclude<Progress, 'put off'>, string> = {
  offered: 'A new version is ready.',
  opening: 'Opening the new version…',
  'text here': 'There is text in this tab, so it was not updated. Publish it or go to another page, then update.',
  'not yet': 'It cannot open yet: a request is still running. Try again in a moment.',
};

/** Offers to activate a new build that is already installed. Otherwise it activates once every tab has been closed. */
export function UpdateNotice({ accept }: { accept: () => Promise<UpdateResult> }) {
  const [progress, setProgress] = useState<Progress>('offered');
  if (progress === 'put off') return null;
  const update = async () => {
    setProgress('opening');
    setProgress(await accept());
  };
  const putOff = () => {
    setProgress('put off');
    moveFocusToMain();
  };
  return (
    <div className="offer sheet">
      <p>{words[progress]}</p>
      <button type="button" className="button" aria-disabled={progress === 'opening'} onClick={() => void update()}>
        Update
      </button>
      <QuietButton onClick={putOff}>Later</QuietButton>
    </div>
  );
}
