import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { pagePaths } from '../../../contract/paths.ts';
import { isSameText, type NewPost } from '../../../contract/posts.ts';
import { type EditBase, type EditOf, firstTextOf, isUntouched } from '../../../data/drafts/drafts.ts';
import { submitEdit } from '../../../data/outbox/submit-edit.ts';
import { KeepsNothingNotice } from '../../components/KeepsNothingNotice.tsx';
import { Link } from '../../components/Link.tsx';
import { type OpenDraft, useDraft } from '../../hooks/useDraft.ts';
import { PostEditor } from '../create/PostEditor.tsx';

const messages = {
  'not kept':
    'Not saved: this device could not keep the changes until they are. Should it have no room, free some and try again.',
  hanging: 'This device does not answer. Saving goes on as soon as it does; keep this page open until then.',
  'not accepted': 'Not saved: the server has refused these changes. They stay here.',
  'picture refused':
    'Not saved: the server has refused a picture of these changes. They stay here; take it out, or add another.',
} as const;

type Failure = Exclude<keyof typeof messages, 'not kept' | 'hanging'>;

/** What another screen hands over in the history's state. */
export interface EditLocationState {
  bringBack?: BringBack;
}

/** The text of an earlier version, which the form is to begin with, and the version that it is to replace. */
interface BringBack {
  post: NewPost;
  base: EditBase;
}

interface EditFormProps {
  /** What an edit is that is begun now. */
  edit: EditOf;
  bringBack: BringBack | undefined;
}

/** The form of a post's edit, which is Create's. */
export function EditForm({ edit, bringBack }: EditFormProps) {
  const { postId } = edit;
  const left = useRef(bringBack);
  const begin = () => (left.current ? editOfVersion(edit, left.current) : edit);
  const draft = useDraft({ postId, begin });
  const navigate = useNavigate();
  const [isGone, setIsGone] = useState(false);
  useBroughtBack(draft, left);
  useNewestBase(draft, edit);
  return (
    <div className="column">
      <h1>Edit Blog</h1>
      <KeepsNothingNotice />
      <p>
        <Link to={pagePaths.blog(postId)}>Read it as it is</Link> ·{' '}
        <Link to={pagePaths.versions(postId)}>Versions</Link>
      </p>
      {isGone ? (
        <p role="alert">
          This post was deleted elsewhere before your changes arrived. Nothing is lost: the text is among your drafts.{' '}
          <Link to={pagePaths.create}>See the drafts</Link>
        </p>
      ) : (
        draft && (
          <Editor
            key={draft.id}
            draft={draft}
            onSaved={() => navigate(pagePaths.blog(postId))}
            onGone={() => setIsGone(true)}
          />
        )
      )}
    </div>
  );
}

function Editor({ draft, onSaved, onGone }: { draft: OpenDraft; onSaved: () => unknown; onGone: () => void }) {
  return (
    <PostEditor<Failure>
      draft={draft}
      action="Save changes"
      messages={messages}
      submit={async (written, form) => {
        const submitted = await submitEdit(written, { ...form, onSent: draft.autosave.noteSent });
        switch (submitted) {
          case 'taken':
          case 'waiting':
            return () => {
              draft.leave();
              return onSaved();
            };
          // The screen shows the conflict by itself, as the entry has become one.
          case 'conflict':
            return draft.leave;
          case 'gone':
            return () => {
              draft.leave();
              onGone();
            };
          case 'refused':
            return 'not accepted';
          default:
            return submitted;
        }
      }}
    />
  );
}

/**
 * An edit of the version that was current where its author chose the earlier one. What this device knows may be older
 * still, and a merge would then take the text that is brought back for one that has since been changed on purpose.
 */
function editOfVersion({ from: _, ...edit }: EditOf, { base }: BringBack): EditOf {
  return { ...edit, base };
}

/** Begins the form with an earlier version's text. What was in it stays among the post's drafts. */
function useBroughtBack(draft: OpenDraft | undefined, left: RefObject<BringBack | undefined>): void {
  const navigate = useNavigate();
  const id = draft?.id;
  const put = useEffectEvent((_: string) => {
    const { current: brought } = left;
    if (!draft || !brought) return;
    // Only a draft that was begun for it has this very object.
    if (draft.autosave.draft().edit?.base !== brought.base) return void draft.startAfresh();
    draft.autosave.change(brought.post);
    left.current = undefined;
    // A reload would bring it back a second time.
    void navigate('.', { replace: true, state: null });
  });
  useEffect(() => {
    if (id !== undefined) put(id);
  }, [id]);
}

/** A form that nothing was typed in begins anew when a newer version is known, or the edit that it began from is gone. */
function useNewestBase(draft: OpenDraft | undefined, edit: EditOf): void {
  useEffect(() => {
    const shown = draft?.autosave.draft();
    if (!shown?.edit || draft?.autosave.isSubmitted || !isUntouched(shown)) return;
    const isNewer = shown.edit.base.version < edit.base.version;
    const isOther = shown.edit.base.version === edit.base.version && !isSameText(shown.post, firstTextOf(edit));
    if (isNewer || isOther) void draft?.startAfresh();
  }, [draft, edit]);
}
