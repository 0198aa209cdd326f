import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { pagePaths } from '../../../contract/paths.ts';
import type { Post } from '../../../contract/posts.ts';
import { askWorker } from '../../../data/ask-worker.ts';
import type { Inventory } from '../../../data/copies/inventory.ts';
import { here } from '../../../data/here.ts';
import { PostCard } from '../../parts/PostCard.tsx';
import { PostList } from '../../parts/PostList.tsx';
import { titleOf } from '../../parts/titleOf.ts';
import { useKeeping } from '../../parts/useKeeping.ts';
import { bytesInWords } from './bytesInWords.ts';

/** What can be read on this device without a network, with the room it takes. */
export function OnDevice() {
  const inventory = useInventory();
  const { progress, keep, letGo, removePassing } = useKeeping();
  const ids = { kept: useId(), passing: useId() };
  if (inventory === 'unknown') return <p>This browser keeps nothing here to read without a network.</p>;
  if (!inventory) return <p role="status">Looking through this device…</p>;
  const { kept, passing, passingBytes } = inventory;
  if (kept.length + passing.length === 0) return <p>Nothing on this device yet: what you read will be.</p>;
  const isBusy = progress === 'busy';
  return (
    <>
      <p role="status">{progress === 'failed' && 'That could not be done: this device has no room.'}</p>
      {kept.length > 0 && (
        <section className="post-group" aria-labelledby={ids.kept}>
          <div className="post-group-head">
            <h2 id={ids.kept}>
              Kept: {countInWords(kept.length)}, {bytesInWords(kept.reduce((sum, { bytes }) => sum + bytes, 0))}
            </h2>
          </div>
          <ul className="post-list">
            {kept.map(({ post, bytes }, index) => (
              <li key={post._id}>
                <Card
                  post={post}
                  isFirst={index === 0}
                  name="Stop keeping"
                  detail={bytesInWords(bytes)}
                  isBusy={isBusy}
                  onPress={() => letGo(post)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {passing.length > 0 && (
        <section className="post-group" aria-labelledby={ids.passing}>
          <div className="post-group-head">
            <h2 id={ids.passing}>
              Shown lately: {countInWords(passing.length)}, {bytesInWords(passingBytes)}
            </h2>
            <button type="button" className="button quiet" aria-disabled={isBusy} onClick={removePassing}>
              Remove from this device
            </button>
          </div>
          <PostList posts={passing} {...wholeList}>
            {(post, index) => (
              <Card
                post={post}
                isFirst={index === 0 && kept.length === 0}
                name="Keep"
                isBusy={isBusy}
                onPress={() => keep(post)}
              />
            )}
          </PostList>
        </section>
      )}
    </>
  );
}

/** Nothing of it is to come. */
const wholeList = { pages: 1, older: 'none', hasNewer: false, askOlder: nothing, showNewer: nothing } as const;
function nothing(): void {
  // There is nothing older or newer on the device than what is there.
}

const countInWords = (count: number): string => (count === 1 ? '1 post' : `${count.toLocaleString()} posts`);

interface CardProps {
  post: Post;
  isFirst: boolean;
  /** What the button does, and what stands in it. */
  name: string;
  detail?: string;
  isBusy: boolean;
  onPress: () => void;
}

function Card({ post, isFirst, name, detail, isBusy, onPress }: CardProps) {
  return (
    <PostCard
      post={post}
      isFirst={isFirst}
      title={
        <Link className="card-link" to={pagePaths.blog(post._id)}>
          {titleOf(post)}
        </Link>
      }
      actions={
        <button
          type="button"
          className="button quiet"
          aria-disabled={isBusy}
          aria-label={`${name}: ${titleOf(post)}`}
          onClick={onPress}
        >
          {name}
          {detail && ` (${detail})`}
        </button>
      }
    />
  );
}

/** As it is now; `unknown` where no worker can look. */
function useInventory(): Inventory | 'unknown' | undefined {
  const [inventory, setInventory] = useState<Inventory | 'unknown'>();
  useEffect(() => {
    let latest = 0;
    const take = async () => {
      latest += 1;
      const turn = latest;
      const found = await askWorker('inventory').catch((error: unknown) => {
        console.error('What lies on this device could not be shown.', error);
        return 'unknown' as const;
      });
      if (turn === latest) setInventory(found);
    };
    void take();
    const leave = here.subscribe(() => void take());
    return () => {
      latest = -1;
      leave();
    };
  }, []);
  return inventory;
}
