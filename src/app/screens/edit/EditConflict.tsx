import { Suspense, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { pagePaths } from '../../../contract/paths.ts';
import { editResolved, resolveConflict } from '../../../data/outbox/entry-actions.ts';
import type { EditEntry } from '../../../data/outbox/outbox-entry.ts';
import { lazyOrNothing } from '../../components/lazy-or-nothing.ts';

const MergeEditor = lazyOrNothing(async () => (await import('./MergeEditor.tsx')).MergeEditor);

/** The decision on an edit whose post has been edited elsewhere in the same places. The entry leaves once it is made. */
export function EditConflict({ entry }: { entry: EditEntry }) {
  const navigate = useNavigate();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const { work, state } = entry;
  if (state.name !== 'conflict') return null;
  return (
    <Suspense fallback={<p role="status">Loading blog...</p>}>
      <MergeEditor
        base={work.base.texts}
        mine={work.post}
        theirs={state.theirs.texts}
        onDecide={async (post, next) => {
          if (next === 'save') {
            await resolveConflict(entry, post);
            // The author may have left, while a slow device stored the decision.
            if (isOpen.current) await navigate(pagePaths.blog(work.postId));
          } else {
            await editResolved(entry, post);
          }
        }}
        onLater={() => navigate(pagePaths.myBlogs)}
      />
    </Suspense>
  );
}
