import type { ReactNode } from 'react';
import { counted } from '../text/counted.ts';
import { each } from '../text/Inlines.tsx';
import { isUnchanged, type ParagraphChange, type PostChanges, type WordChange } from '../text/post-changes.ts';

/** Shows the changes between two versions of a post: marks additions and removals, and leaves equal parts out. */
export function PostDiff({ changes }: { changes: PostChanges }) {
  const { title, isPictureChanged, content } = changes;
  if (isUnchanged(changes)) return <p className="changes">No words have changed.</p>;
  return (
    <div className="changes stack">
      {title && (
        <p className="changed-title" dir="auto">
          <Words words={title} />
        </p>
      )}
      {isPictureChanged && <p className="hint">The picture has changed.</p>}
      {each(content, (change, index) => (
        <Paragraphs change={change} isFirst={index === 0} isLast={index === content.length - 1} />
      ))}
    </div>
  );
}

interface ParagraphsProps {
  change: ParagraphChange;
  isFirst: boolean;
  isLast: boolean;
}

function Paragraphs({ change, isFirst, isLast }: ParagraphsProps) {
  switch (change.kind) {
    case 'same':
      return <Context {...change} isFirst={isFirst} isLast={isLast} />;
    case 'edited':
      return (
        <p dir="auto">
          <Words words={change.words} />
        </p>
      );
    default:
      return <p dir="auto">{marked(change)}</p>;
  }
}

type ContextProps = ParagraphChange & { kind: 'same' } & Omit<ParagraphsProps, 'change'>;

/** Shows the unchanged paragraphs next to a change, and counts the other unchanged paragraphs. */
function Context({ count, first, last, isFirst, isLast }: ContextProps) {
  const shown = [...(isFirst ? [] : [first]), ...(isLast || (count === 1 && !isFirst) ? [] : [last])];
  const rest = count - shown.length;
  const note = rest > 0 && <p className="hint">{counted(rest, 'paragraph')} unchanged</p>;
  return (
    <>
      {isFirst && note}
      {each(shown, (text, index) => (
        <>
          <p className="unchanged" dir="auto">
            {text}
          </p>
          {!isFirst && index === 0 && note}
        </>
      ))}
    </>
  );
}

const Words = ({ words }: { words: WordChange[] }): ReactNode =>
  each(words, (word) => (word.kind === 'same' ? word.text : marked(word)));

/** Marks a change, also in words: most screen readers say nothing about `ins` and `del`. */
function marked({ kind, text }: { kind: string; text: string }): ReactNode {
  const Mark = kind === 'added' ? 'ins' : 'del';
  return (
    <Mark>
      <span className="visually-hidden"> {kind}: </span>
      {text}
      <span className="visually-hidden"> (end) </span>
    </Mark>
  );
}
