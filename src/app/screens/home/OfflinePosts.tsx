import { useEffect, useId, useMemo, useState } from 'react';
import { pagePaths } from '../../../contract/paths.ts';
import type { Post } from '../../../contract/posts.ts';
import { orLog } from '../../../device/or-log.ts';
import { timeouts } from '../../../device/timeouts.ts';
import { withTimeout } from '../../../device/with-timeout.ts';
import { offlineAvailability } from '../../../reading/news/offline-availability.ts';
import { type OfflineInventory, readOfflineInventory } from '../../../reading/store/on-this-device.ts';
import type { StoredImage } from '../../../writing/pictures/stored-images.ts';
import { InfinitePostList } from '../../components/InfinitePostList.tsx';
import { PostCard } from '../../components/PostCard.tsx';
import { QuietButton } from '../../components/QuietButton.tsx';
import { usePinActions } from '../../hooks/usePinActions.ts';
import { usePostsWithEdits } from '../../hooks/usePostsWithEdits.ts';
import { useUndoable } from '../../hooks/useUndoable.ts';
import { counted } from '../../text/counted.ts';
import { formatBytes } from '../../text/format-bytes.ts';
import { titleOf } from '../../text/title-of.ts';
import { KeepNewest } from './KeepNewest.tsx';

/** The posts that can be read offline, pinned posts first, with the storage that they take. */
export function OfflinePosts() {
  const { inventory, take } = useInventory();
  const { progress, pin, unpin, clearEvictable } = usePinActions();
  const removal = useUndoable(async () => {
    await clearEvictable();
    // Reads the inventory before Undo disappears, because the earlier inventory still lists the removed posts.
    await take();
  });
  const ids = { kept: useId(), passing: useId() };
  if (inventory === 'unknown') return <p>This browser saves nothing here to read offline.</p>;
  if (!inventory) return <p role="status">Looking through this device…</p>;
  const { kept, passing, passingBytes, newest, unpublished } = inventory;
  const isEmpty = kept.length + passing.length + unpublished.length === 0;
  const isBusy = progress === 'busy';
  return (
    <>
      <KeepNewest {...newest} />
      {isEmpty && <p>Nothing yet. Posts you read are saved here.</p>}
      <p role="status" className={removal.isAsked ? 'visually-hidden' : undefined}>
        {progress === 'failed' && 'Not done: this device has no room.'}
        {removal.isAsked && 'Removed.'}
      </p>
      {unpublished.length > 0 && (
        <p>
          Not published yet: {counted(unpublished.length, 'picture')} of drafts and waiting posts,{' '}
          {formatBytes(unpublished.reduce((sum, { bytes }) => sum + bytes, 0))}
        </p>
      )}
      {kept.length > 0 && (
        <section className="stack" aria-labelledby={ids.kept}>
          <div className="post-group-head">
            <h2 id={ids.kept}>
              Kept: {counted(kept.length, 'post')}, {formatBytes(kept.reduce((sum, { bytes }) => sum + bytes, 0))}
            </h2>
          </div>
          <ul className="post-list">
            {kept.map(({ post, bytes }, index) => (
              <li key={post._id}>
                <Card
                  post={post}
                  isFirst={index === 0}
                  name="Remove download"
                  detail={formatBytes(bytes)}
                  isBusy={isBusy}
                  onPress={() => unpin(post)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {passing.length > 0 && (
        <section className="stack" aria-labelledby={ids.passing}>
          <div className="post-group-head">
            <h2 id={ids.passing}>
              {removal.isAsked ? 'Removed' : 'Recently opened'}: {counted(passing.length, 'post')},{' '}
              {formatBytes(passingBytes)}
            </h2>
            {/* One button for Remove and Undo, so that the focus stays. */}
            <QuietButton aria-disabled={isBusy} onClick={removal.isAsked ? removal.undo : removal.ask}>
              {removal.isAsked
                ? 'Undo'
                : `Remove ${passing.length === 1 ? '' : 'all '}${counted(passing.length, 'post')}`}
            </QuietButton>
          </div>
          {!removal.isAsked && (
            <InfinitePostList posts={passing} {...wholeList}>
              {(post, index) => (
                <Card
                  post={post}
                  isFirst={index === 0 && kept.length === 0}
                  name="Keep"
                  isBusy={isBusy}
                  onPress={() => pin(post)}
                />
              )}
            </InfinitePostList>
          )}
        </section>
      )}
    </>
  );
}

const nothing = () => undefined;

/** Props of a list that is complete: there are no older or newer posts to load. */
const wholeList = { pages: 1, older: 'none', hasNewer: false, loadOlder: nothing, showNewer: nothing } as const;

interface CardProps {
  post: Post;
  isFirst: boolean;
  /** Label of the button; `detail` follows it. */
  name: string;
  detail?: string;
  isBusy: boolean;
  onPress: () => void;
}

function Card({ post: cached, isFirst, name, detail, isBusy, onPress }: CardProps) {
  const [post = cached] = usePostsWithEdits(useMemo(() => [cached], [cached]));
  const label = detail ? `${name} · ${detail}` : name;
  return (
    <PostCard
      post={post}
      isFirst={isFirst}
      to={pagePaths.blog(post._id)}
      actions={
        <QuietButton aria-disabled={isBusy} aria-label={`${label}: ${titleOf(post)}`} onClick={onPress}>
          {label}
        </QuietButton>
      }
    />
  );
}

interface Inventory extends OfflineInventory {
  /** Pictures of the drafts and pending posts of all authors on this device. */
  unpublished: StoredImage[];
}

/** @throws Error if no worker controls the page, or if the inventory cannot be read */
async function readInventory(): Promise<Inventory> {
  if (!navigator.serviceWorker?.controller) throw new Error('No worker controls this page');
  const { readStoredImages } = await import('../../../writing/pictures/stored-images.ts');
  return { ...(await readOfflineInventory()), unpublished: await readStoredImages() };
}

/**
 * Returns the offline inventory, and a function that reads it again. The inventory is `undefined` while it loads, and
 * `unknown` if it cannot be read.
 */
function useInventory() {
  const [inventory, setInventory] = useState<Inventory | 'unknown'>();
  const [take] = useState(() => {
    let [begun, shown] = [0, 0];
    return async () => {
      begun += 1;
      const mine = begun;
      const reading = withTimeout(timeouts.cacheWriteTimeoutMs, readInventory());
      const found = (await orLog('Could not read the offline inventory; no posts are listed.', reading)) ?? 'unknown';
      if (mine < shown) return;
      shown = mine;
      setInventory(found);
    };
  });
  useEffect(() => {
    void take();
    return offlineAvailability.subscribe(() => void take());
  }, [take]);
  return { inventory, take };
}
