import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { NewPost } from '../../../contract/posts.ts';
import {
  applyDecisions,
  type ConflictResolution,
  mergeTexts,
  type Place,
  placesIn,
} from '../../../text/merge/merge-texts.ts';
import { QuietButton } from '../../components/QuietButton.tsx';
import { actionFailedMessage, useFailableAction } from '../../hooks/useFailableAction.ts';
import { counted } from '../../text/counted.ts';
import { each } from '../../text/Inlines.tsx';
import { wordChanges } from '../../text/post-changes.ts';
import '../../styles/edits.css';

export interface MergeEditorProps {
  /** The version from which both edits began. */
  base: NewPost;
  mine: NewPost;
  /** The version that the backend has now. */
  theirs: NewPost;
  /** Called with the merged text. `next` says whether to save the text now, or to edit it first. */
  onDecide: (post: NewPost, next: 'save' | 'edit') => Promise<void> | void;
  /** Called when the author leaves without a decision. */
  onLater: () => void;
}

const fieldNames = { title: 'heading', imgUrl: 'image URL', content: 'text' } as const;
const decisionNames = { mine: 'Keep mine', theirs: 'Keep theirs', both: 'Keep both' } as const;

/** Minimum number of overlapping changes for which a button decides all of them with one press. */
const manyPlaces = 4;

/**
 * Shows both texts side by side at each place that both edits changed, for the author to decide. A reload loses only
 * the decisions: both texts stay stored until `onDecide` is called. To show other texts, pass another `key`.
 */
export function MergeEditor({ base, mine, theirs, onDecide, onLater }: MergeEditorProps) {
  const [parts] = useState(() => mergeTexts(base, mine, theirs));
  const [places] = useState(() => placesIn(parts));
  /** The decision for each place; `undefined` until the author has decided. */
  const [decisions, setDecisions] = useState<(ConflictResolution | undefined)[]>([]);
  const [isReminded, setIsReminded] = useState(false);
  const [hasFailed, attempt] = useFailableAction();
  const form = useRef<HTMLFormElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // This screen may replace a form that was scrolled and had the focus.
  useEffect(() => {
    scrollTo(0, 0);
    title.current?.focus({ preventScroll: true });
  }, []);

  const decided = places.filter((_, index) => decisions[index] !== undefined).length;
  const isDecided = decided === places.length;
  const decide = (changes: [number, ConflictResolution][]) => {
    setIsReminded(false);
    setDecisions(Object.assign([...decisions], Object.fromEntries(changes)));
  };
  const decideAll = (decision: ConflictResolution) => decide(places.map((_, index) => [index, decision]));
  const finish = (next: 'save' | 'edit') => {
    if (isDecided)
      return void attempt(async () => onDecide(applyDecisions(parts, decisions as ConflictResolution[]), next));
    setIsReminded(true);
    const open = places.findIndex((_, index) => decisions[index] === undefined);
    form.current?.querySelectorAll('fieldset')[open]?.querySelector('input')?.focus();
  };

  return (
    <div className="column">
      <h1 ref={title} tabIndex={-1}>
        Decide between two edits
      </h1>
      <p>
        This post was also edited elsewhere since you began.{' '}
        {places.length === 0
          ? 'Both edits are merged.'
          : 'Where both changed the same place, the choice is yours. The rest is merged. Both texts are safe until you decide.'}
      </p>
      <form
        ref={form}
        aria-describedby={`${id}-status`}
        onSubmit={(event) => {
          event.preventDefault();
          finish('save');
        }}
      >
        {places.length >= manyPlaces && (
          <div className="form-actions">
            {(['mine', 'theirs'] as const).map((side) => (
              <QuietButton key={side} onClick={() => decideAll(side)}>
                {decisionNames[side]} everywhere
              </QuietButton>
            ))}
          </div>
        )}
        {each(places, ({ field, place }, index) => (
          <PlaceChoice
            legend={`Place ${index + 1} of ${places.length}: ${fieldNames[field]}`}
            place={place}
            choices={field === 'content' ? ['mine', 'theirs', 'both'] : ['mine', 'theirs']}
            decision={decisions[index]}
            decide={(decision) => decide([[index, decision]])}
          />
        ))}
        <p id={`${id}-status`} role="status">
          {places.length > 0 && `${decided} of ${counted(places.length, 'place')} decided.`}
          {isReminded && ' Choose in the first undecided place.'}
        </p>
        {hasFailed && <p role="alert">{actionFailedMessage}</p>}
        <div className="form-actions">
          <button type="submit" className="button" aria-disabled={!isDecided}>
            Save changes
          </button>
          <QuietButton aria-disabled={!isDecided} onClick={() => finish('edit')}>
            Edit first
          </QuietButton>
          <QuietButton onClick={onLater}>Decide later</QuietButton>
        </div>
      </form>
    </div>
  );
}

interface PlaceChoiceProps {
  legend: string;
  place: Place;
  choices: ConflictResolution[];
  decision: ConflictResolution | undefined;
  decide: (decision: ConflictResolution) => void;
}

function PlaceChoice({ legend, place, choices, decision, decide }: PlaceChoiceProps) {
  const name = useId();
  return (
    <fieldset className="place sheet stack">
      <legend>{legend}</legend>
      <div className="sides">
        <Side title="Mine" base={place.base} text={place.mine} isChosen={decision !== 'theirs'} />
        <Side title="Theirs" base={place.base} text={place.theirs} isChosen={decision !== 'mine'} />
      </div>
      <div className="form-actions choices">
        {choices.map((choice) => (
          <label key={choice} className="button quiet">
            <input type="radio" name={name} checked={decision === choice} onChange={() => decide(choice)} />
            {decisionNames[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** In characters. Text longer than `inFull` scrolls in its frame. Text longer than `compared` has no changes marked. */
const lengths = { inFull: 600, compared: 10_000 } as const;

interface SideProps {
  title: string;
  base: string;
  text: string;
  isChosen: boolean;
}

function Side({ title, base, text, isChosen }: SideProps) {
  const isLong = text.length > lengths.inFull;
  return (
    <div className={isChosen ? 'side stack' : 'side stack dropped'}>
      <h2>{title}</h2>
      {text.trim() === '' ? (
        <p className="hint">{base.trim() === '' ? 'Empty' : 'Removed'}</p>
      ) : (
        // A long text scrolls, so it must be focusable: the keyboard can then scroll it.
        <p
          className={isLong ? 'side-text long' : 'side-text'}
          dir="auto"
          {...(isLong && { tabIndex: 0, role: 'group', 'aria-label': `${title}, whole text` })}
        >
          {marked(base, text)}
        </p>
      )}
    </div>
  );
}

/** Marks the changes of one side, unless the text is so long that comparing its words would block the page. */
function marked(base: string, text: string): ReactNode {
  const shown = text.trimEnd().replace(/^\s*\n/, '');
  if (base.trim() === '' || base.length + shown.length > lengths.compared) return shown;
  return each(wordChanges(base, shown), ({ kind, text: words }) =>
    kind === 'added' ? <mark>{words}</mark> : kind === 'same' && words,
  );
}
