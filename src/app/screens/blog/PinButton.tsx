import { useEffect, useState } from 'react';
import type { Post } from '../../../contract/posts.ts';
import { keepPictures } from '../../../reading/shown/pins.ts';
import { QuietButton } from '../../components/QuietButton.tsx';
import { useAvailability } from '../../hooks/useAvailability.ts';
import { usePinActions } from '../../hooks/usePinActions.ts';

/** Pins or unpins the post; renders nothing if posts cannot be cached, as in browsers without a worker. */
export function PinButton({ post }: { post: Post }) {
  const availability = useAvailability(post._id);
  const { progress, pin, unpin } = usePinActions();
  // The status is announced only after a click, and not to every reader who opens the post.
  const [pressed, setPressed] = useState(false);
  const isPinned = availability === 'pinned';
  useEffect(() => {
    if (isPinned && !pressed) keepPictures(post).catch((error) => console.error('Could not keep the pictures.', error));
  }, [isPinned, pressed, post]);
  if (availability === undefined) return null;
  const press = () => {
    setPressed(true);
    void (isPinned ? unpin(post) : pin(post));
  };
  return (
    <>
      <QuietButton aria-disabled={progress === 'busy'} onClick={press}>
        {isPinned ? 'Remove download' : 'Keep on this device'}
      </QuietButton>
      <p role="status" className={progress === 'failed' ? undefined : 'visually-hidden'}>
        {progress === 'failed' && 'Not kept: this device has no room.'}
        {progress === 'idle' && pressed && (isPinned ? 'Kept on this device.' : 'Download removed.')}
      </p>
    </>
  );
}
