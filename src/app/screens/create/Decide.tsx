import { type TextsInConflict, unknownText } from '../../../writing/record/post-record.ts';
import { lazyOrNothing } from '../../components/lazy-or-nothing.tsx';
import type { MergeEditorProps } from './MergeEditor.tsx';

const MergeEditor = lazyOrNothing(
  async () => (await import('./MergeEditor.tsx')).MergeEditor,
  <p role="status">Loading blog...</p>,
);

type DecideProps = Pick<MergeEditorProps, 'onDecide' | 'onLater'> & { texts: TextsInConflict };

/** Lets the author resolve a conflict between two edits of a post. */
export function Decide({ texts: { ancestor = unknownText, mine, theirs }, ...actions }: DecideProps) {
  // Keyed by the content, because a render may pass equal texts as new objects.
  const key = JSON.stringify([ancestor, mine, theirs]);
  return <MergeEditor key={key} base={ancestor} mine={mine} theirs={theirs} {...actions} />;
}
