import { useEffect, useRef, useState } from 'react';
import { pagePaths } from '../../../contract/paths.ts';
import { orLog } from '../../../device/or-log.ts';
import { timeouts } from '../../../device/timeouts.ts';
import { resultWithin } from '../../../device/with-timeout.ts';
import type { FormEnd } from '../../../writing/forms/form-progress.ts';
import type { PostRecord } from '../../../writing/record/post-record.ts';
import { stateOf } from '../../../writing/record/record-state.ts';
import { hearWriting, readPostRecord } from '../../../writing/record/record-store.ts';
import { Link } from '../../components/Link.tsx';
import { lazyOrNothing } from '../../components/lazy-or-nothing.tsx';
import { PostCard } from '../../components/PostCard.tsx';
import { textOfRecord } from '../../text/text-of-record.ts';
import { tooLongWords } from '../../text/too-long.ts';

/** Loaded lazily, because its code is in the chunk of the post screen. */
const ShareButton = lazyOrNothing(async () => (await import('../../components/ShareButton.tsx')).ShareButton);

/** The outcome of the submit that emptied the form. */
export interface SubmittedEnd {
  /** The record's id. */
  id: string;
  kind: FormEnd['kind'];
}

/**
 * A record as it was last read, with the summary of its text. `unknown`: there is no such record, or the database
 * cannot be read.
 */
type Shown = { record: PostRecord; summary: string } | 'unknown';

/** Returns the record that was submitted last, and follows its changes; `undefined` until it has been read. */
export function useSubmitted(end: SubmittedEnd | undefined): Shown | undefined {
  const [read, setRead] = useState<{ id: string; shown: Shown }>();
  const id = end?.id;
  useEffect(() => {
    if (id === undefined) return;
    let isCurrent = true;
    const look = async () => {
      const shown = await readSubmitted(id);
      if (isCurrent) setRead((before) => (shown === 'unknown' && before?.id === id ? before : { id, shown }));
    };
    const stop = hearWriting(() => void look());
    // If the database hangs, the next form must wait only for a moment.
    void resultWithin(timeouts.draftLockTimeoutMs, look()).then(() => {
      if (isCurrent) setRead((before) => (before?.id === id ? before : { id, shown: 'unknown' }));
    });
    return () => {
      isCurrent = false;
      stop();
    };
  }, [id]);
  return read?.id === id ? read?.shown : undefined;
}

async function readSubmitted(id: string): Promise<Shown> {
  try {
    const record = await readPostRecord(id);
    if (!record) return 'unknown';
    const summary = await resultWithin(timeouts.draftLockTimeoutMs / 2, summaryOf(textOfRecord(record).content));
    return { record, summary: summary ?? '' };
  } catch (error) {
    console.error('Could not read the submitted post; its card is not shown.', error);
    return 'unknown';
  }
}

const summaryOf = (content: string): Promise<string | undefined> =>
  orLog(
    'Could not load the summary formatter; the card has no summary.',
    import('../../text/plain-summary.ts').then(({ plainSummaryOf }) => plainSummaryOf(content)),
  );

/** Shows the post that was submitted last, and whether it is published. Takes the focus when it appears. */
export function Submitted({ end, shown }: { end: SubmittedEnd; shown: Shown }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const outcome = outcomeOf(end, shown);
  const isPublished = outcome === 'published';
  const post =
    shown === 'unknown' || !shown.record.postId
      ? undefined
      : { ...textOfRecord(shown.record), _id: shown.record.postId };
  return (
    <section className="submitted stack" aria-labelledby="submitted-heading">
      <div role="status">
        <h2 id="submitted-heading" ref={heading} tabIndex={-1}>
          {headings[outcome]}
        </h2>
        {!isPublished && (
          <p>
            {words[outcome]} <Link to={pagePaths.myBlogs}>See waiting posts</Link>
          </p>
        )}
      </div>
      {shown !== 'unknown' && <Card {...shown} isPublished={isPublished} />}
      {isPublished && (
        <div className="form-actions">
          {post === undefined ? (
            <Link className="button quiet" to={pagePaths.myBlogs}>
              See it in My Blogs
            </Link>
          ) : (
            <>
              <Link className="button quiet" to={pagePaths.blog(post._id)}>
                Read it
              </Link>
              <ShareButton post={post} />
            </>
          )}
        </div>
      )}
    </section>
  );
}

type Outcome = 'published' | 'waiting' | 'held';

const headings: Record<Outcome, string> = {
  published: 'Published',
  waiting: 'Publishes when you’re online',
  held: 'Not published yet',
};

const words: Record<Exclude<Outcome, 'published'>, string> = {
  waiting: 'It is saved on this device, and listed in My Blogs until then.',
  held: 'It is saved on this device. My Blogs says what it needs.',
};

function outcomeOf({ kind }: SubmittedEnd, shown: Shown): Outcome {
  if (shown === 'unknown') return kind === 'taken' ? 'published' : 'waiting';
  if (!shown.record.pending) return 'published';
  const isPromised = stateOf(shown.record).kind === 'waiting' && !tooLongWords(textOfRecord(shown.record));
  return isPromised ? 'waiting' : 'held';
}

function Card({ record, summary, isPublished }: Exclude<Shown, 'unknown'> & { isPublished: boolean }) {
  const { id, postId, pending, changedAt } = record;
  const [createdAt] = useState(() => new Date(pending?.at ?? changedAt).toISOString());
  const post = { ...textOfRecord(record), _id: postId ?? id, summary, createdAt };
  return (
    <PostCard
      post={post}
      isFirst
      to={isPublished && postId !== undefined ? pagePaths.blog(postId) : undefined}
      unpublished={isPublished ? undefined : 'Not published yet'}
    />
  );
}
