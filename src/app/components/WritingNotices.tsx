import type { MyWriting } from '../../writing/my-writing.ts';
import { actionFailedMessage, type useFailableAction } from '../hooks/useFailableAction.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { textOfRecord } from '../text/text-of-record.ts';
import { titleOf } from '../text/title-of.ts';
import { QuietButton } from './QuietButton.tsx';

interface WritingNoticesProps {
  writing: MyWriting;
  /** The result of `useFailableAction` for the buttons of the list below. */
  failable: ReturnType<typeof useFailableAction>;
  /** A further message about the list. */
  children?: string | undefined;
}

/** Shows the outcome of the last button that was pressed in the list below, and offers to undo a discard. */
export function WritingNotices({ writing, failable: [hasFailed, attempt], children }: WritingNoticesProps) {
  const { discarded, openElsewhere, isTooLate } = useObservable(writing.notices);
  return (
    <div className="drafts-message" role="status">
      {hasFailed && <p>{actionFailedMessage}</p>}
      {openElsewhere && <p>“{titleOf(textOfRecord(openElsewhere))}” is open in another tab.</p>}
      {isTooLate && <p>It was restored in another tab, or its time here is over.</p>}
      {children && <p>{children}</p>}
      {discarded && (
        <>
          <p>Discarded “{titleOf(textOfRecord(discarded))}”.</p>
          <QuietButton onClick={() => attempt(() => writing.takeBack(discarded))}>Undo</QuietButton>
        </>
      )}
    </div>
  );
}
