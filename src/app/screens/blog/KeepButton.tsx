import { useState, useSyncExternalStore } from 'react';
import type { Post } from '../../../contract/posts.ts';
import { here } from '../../../data/here.ts';
import { useKeeping } from '../../parts/useKeeping.ts';

/** Lays the post aside on this device, or lets it go again. Not there where nothing can be kept. */
export function KeepButton({ post }: { post: Post }) {
  const presence = useSyncExternalStore(
    here.subscribe,
    () => here.get()?.of(post._id),
    () => undefined,
  );
  const { progress, keep, letGo } = useKeeping();
  // Said after it was pressed, and not to everybody who opens the post.
  const [pressed, setPressed] = useState(false);
  if (presence === undefined) return null;
  const isKept = presence === 'kept';
  const press = () => {
    setPressed(true);
    void (isKept ? letGo(post) : keep(post));
  };
  return (
    <>
      <button type="button" className="button quiet" aria-disabled={progress === 'busy'} onClick={press}>
        {isKept ? 'Stop keeping' : 'Keep on this device'}
      </button>
      <p role="status" className={progress === 'failed' ? undefined : 'visually-hidden'}>
        {progress === 'failed' && 'Not kept: this device has no room.'}
        {progress === 'idle' && pressed && (isKept ? 'Kept on this device.' : 'No longer kept.')}
      </p>
    </>
  );
}
