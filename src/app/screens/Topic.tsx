import { useParams } from 'react-router-dom';
import { callPaths, pagePaths } from '../../contract/paths.ts';
import { canonicalTopic, isTopic } from '../../text/markdown/topics.ts';
import { NamedPosts } from '../components/NamedPosts.tsx';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useListPath } from '../hooks/useListPath.ts';
import { usePosts } from '../hooks/usePosts.ts';
import { NotFound } from './NotFound.tsx';

/** The posts of a topic. */
export function Topic() {
  const topic = canonicalTopic(useParams().tag ?? '');
  const path = useListPath(callPaths.found('topic', topic));
  return isTopic(topic) ? <PostsOfTopic key={path} topic={topic} path={path} /> : <NotFound />;
}

function PostsOfTopic({ topic, path }: { topic: string; path: string }) {
  const listing = usePosts(path);
  useDocumentTitle(`#${topic}`);
  return (
    <NamedPosts
      heading={`#${topic}`}
      followed={{ kind: 'topic', key: topic, name: topic }}
      listing={listing}
      page={pagePaths.topic(topic)}
      empty={`No blogs about #${topic} yet.`}
    />
  );
}
