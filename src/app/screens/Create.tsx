import { type FormEvent, useRef, useState } from 'react';
import type { NewPost } from '../../contract/posts.ts';
import { createPost } from '../../data/api/blog.ts';
import { outdateLists } from '../../data/copies/confirmed.ts';
import { newIdempotencyKey } from '../../data/idempotency.ts';
import { session } from '../../data/session.ts';
import { Field } from '../parts/Field.tsx';
import { useTitle } from '../parts/useTitle.ts';

const empty: NewPost = { title: '', imgUrl: '', content: '' };

export function Create() {
  useTitle('Create New Blog');
  const [post, setPost] = useState(empty);
  const [sending, setSending] = useState(false);
  // The same text pressed again after a lost answer goes under the same key, so that it is not published twice.
  const key = useRef<string>(null);

  const change = (part: Partial<NewPost>) => {
    setPost((now) => ({ ...now, ...part }));
    key.current = null;
  };

  const publish = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    setSending(true);
    key.current ??= newIdempotencyKey();
    try {
      await createPost(post, { token: session.get().token, idempotencyKey: key.current });
      await outdateLists();
      location.reload();
    } catch (error) {
      console.error('The post could not be published.', error);
      setSending(false);
    }
  };

  return (
    <div className="column">
      <h1>Create New Blog</h1>
      {/* Off, so that the form starts empty after the reload: Firefox would fill in again what was just published. */}
      <form className="paper" onSubmit={publish} autoComplete="off" aria-busy={sending}>
        <Field
          label="Blog Heading"
          type="text"
          value={post.title}
          onChange={(e) => change({ title: e.target.value })}
        />
        <Field label="Image URL" type="text" value={post.imgUrl} onChange={(e) => change({ imgUrl: e.target.value })} />
        <div className="field">
          <label htmlFor="content">Blog Content</label>
          <textarea id="content" rows={8} value={post.content} onChange={(e) => change({ content: e.target.value })} />
        </div>
        <button type="submit" className="button" aria-disabled={sending}>
          Create Blog
        </button>
      </form>
    </div>
  );
}
