import { useMemo } from 'react';
import type { Post } from '../../../contract/posts.ts';
import { writtenTopics } from '../../../text/markdown/written-topics.ts';
import { FollowButton } from '../../components/FollowButton.tsx';

/** Number of topics that get a button; a text may name a hundred. */
const mostTopics = 5;

/** Shows follow buttons for a post's author and topics. For backends that have no pages of authors and topics. */
export function FollowOfPost({ post }: { post: Post }) {
  const topics = useMemo(() => writtenTopics(post.content).slice(0, mostTopics), [post.content]);
  const email = post.author?.email;
  if (!email && topics.length === 0) return null;
  return (
    <div className="follow-of-post">
      {email && <FollowButton followed={{ kind: 'author', key: email, name: email }} label={email} />}
      {topics.map((topic) => (
        <FollowButton key={topic} followed={{ kind: 'topic', key: topic, name: topic }} label={`#${topic}`} />
      ))}
    </div>
  );
}
