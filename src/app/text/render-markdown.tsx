import type { ReactNode } from 'react';
import { lineText } from '../../text/markdown/plain-words.ts';
import type { Block, ItemChild, ListItem, Markdown, Note } from '../../text/markdown/tree.ts';
import { CodeFigure } from './CodeFigure.tsx';
import { directionOf } from './direction-of.ts';
import { absolute, each, Inlines, noteId, type RenderTarget, referenceName, type TargetProps } from './Inlines.tsx';
import { ProseTable } from './ProseTable.tsx';

/** Returns a post's text as React elements. Hydration reads them back from the page (`dom-to-react.ts`). */
export function renderMarkdown(markdown: Markdown, target: RenderTarget): ReactNode {
  if (markdown.kind === 'formatted') return <Blocks blocks={markdown.blocks} target={target} />;
  if (target.feed) return <pre dir="auto">{markdown.text}</pre>;
  return (
    <>
      <p className="prose-notice">This text is too long or too complex to format. It is shown as it was written.</p>
      <p dir="auto">{markdown.text}</p>
    </>
  );
}

function Blocks({ blocks, target }: TargetProps & { blocks: ItemChild[] }) {
  return each(blocks, (block) => <BlockElement block={block} target={target} />);
}

function BlockElement({ block, target }: TargetProps & { block: ItemChild }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p dir="auto">
          <Inlines inlines={block.children} target={target} />
        </p>
      );
    case 'line':
      return <Inlines inlines={block.children} target={target} />;
    case 'heading':
      return <Heading heading={block} target={target} />;
    case 'quote':
      return (
        <blockquote {...directionOf(block)}>
          <Blocks blocks={block.children} target={target} />
        </blockquote>
      );
    case 'list':
      return <List list={block} target={target} />;
    case 'code':
      return target.feed ? (
        <pre>
          <code>{block.text}</code>
        </pre>
      ) : (
        <CodeFigure code={block} />
      );
    case 'table':
      return <ProseTable table={block} target={target} />;
    case 'rule':
      return <hr />;
    case 'notes':
      return <Notes notes={block.notes} target={target} />;
  }
  return block satisfies never;
}

function Heading({ heading, target }: TargetProps & { heading: Extract<Block, { kind: 'heading' }> }) {
  const Level = `h${heading.level}` as const;
  if (target.feed)
    return (
      <Level>
        <Inlines inlines={heading.children} target={target} />
      </Level>
    );
  // The link stands beside the heading: inside, screen readers would read its name as part of the heading.
  return (
    <div className="prose-heading" dir="auto">
      <Level id={heading.id}>
        <Inlines inlines={heading.children} target={target} />
      </Level>
      {/* biome-ignore lint/a11y/useAnchorContent: its name is in the attribute, and its mark is drawn by the styles */}
      <a className="heading-link" href={`#${heading.id}`} aria-label={`Link to “${lineText(heading.children)}”`} />
    </div>
  );
}

function List({ list, target }: TargetProps & { list: Extract<Block, { kind: 'list' }> }) {
  const { start, items } = list;
  const children = each(items, (item) => <Item item={item} target={target} />);
  const direction = directionOf(list);
  if (start === undefined) return <ul {...direction}>{children}</ul>;
  return (
    <ol {...direction} {...(start !== 1 && { start })}>
      {children}
    </ol>
  );
}

function Item({ item: { isDone, children }, target }: TargetProps & { item: ListItem }) {
  if (isDone === undefined || target.feed)
    return (
      <li>
        <Blocks blocks={isDone === undefined ? children : withMark(children, isDone ? '☑ ' : '☐ ')} target={target} />
      </li>
    );
  return (
    <li className="task">
      <input type="checkbox" className="task-mark" checked={isDone} disabled aria-label={isDone ? 'Done:' : 'To do:'} />
      <div>
        <Blocks blocks={children} target={target} />
      </div>
    </li>
  );
}

/** Puts a task's mark into its text, for feed readers that drop checkboxes. A task begins with a line or paragraph. */
function withMark([first, ...others]: ItemChild[], text: string): ItemChild[] {
  if (first?.kind !== 'line' && first?.kind !== 'paragraph') throw new Error('A task has no words');
  return [{ ...first, children: [{ kind: 'text', text }, ...first.children] }, ...others];
}

/**
 * Renders the notes. A feed has several posts, so its notes have no ids, and references lead to the post's own page.
 */
function Notes({ notes, target }: TargetProps & { notes: Note[] }) {
  const list = (
    <ol>
      {each(notes, ({ references, children }, index) => (
        <li {...(!target.feed && { id: noteId(index + 1) })}>
          <NoteText note={index + 1} references={references} blocks={children} target={target} />
        </li>
      ))}
    </ol>
  );
  if (target.feed)
    return (
      <>
        <hr />
        {list}
      </>
    );
  return (
    <section className="notes" aria-label="Footnotes">
      {list}
    </section>
  );
}

interface NoteTextProps extends TargetProps {
  note: number;
  references: number;
  blocks: ItemChild[];
}

/** Renders a footnote, with links back to each reference at the end of its last paragraph. */
function NoteText({ note, references, blocks, target }: NoteTextProps) {
  const last = blocks.at(-1);
  const isParagraph = last?.kind === 'paragraph';
  const links = each(
    Array.from({ length: references }, (_, index) => referenceName(note, index + 1)),
    (name) => (
      <>
        {' '}
        <a
          href={absolute(`#r-${name}`, target)}
          {...(!target.feed && { className: 'note-back', 'aria-label': `Back to reference ${name}` })}
        >
          ↩︎
        </a>
      </>
    ),
  );
  return (
    <>
      <Blocks blocks={isParagraph ? blocks.slice(0, -1) : blocks} target={target} />
      {(isParagraph || references > 0) && (
        <p dir="auto">
          {isParagraph && <Inlines inlines={last.children} target={target} />}
          {links}
        </p>
      )}
    </>
  );
}
