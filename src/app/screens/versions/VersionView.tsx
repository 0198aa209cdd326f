import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { pagePaths } from '../../../contract/paths.ts';
import { type NewPost, textOf } from '../../../contract/posts.ts';
import { getPost } from '../../../reading/shown/blog-calls.ts';
import { getVersion } from '../../../reading/shown/version-calls.ts';
import type { Version } from '../../../writing/record/post-record.ts';
import { PostDiff } from '../../components/PostDiff.tsx';
import { PostImage } from '../../components/PostImage.tsx';
import { ProseFrame } from '../../components/ProseFrame.tsx';
import { QuietButton } from '../../components/QuietButton.tsx';
import { useLoading } from '../../hooks/useLoading.ts';
import { useProse } from '../../hooks/useProse.tsx';
import { comparePosts } from '../../text/compare-posts.ts';
import type { PostChanges } from '../../text/post-changes.ts';
import type { EditLocationState } from '../edit/EditForm.tsx';
import { failureOf, failureTexts } from './failure-texts.ts';

interface VersionViewProps {
  id: string;
  token: string;
  version: number;
  /** The version that readers see. */
  current: number;
}

/** The current version, and the changes from the shown version to it. */
interface Since {
  current: Version;
  changes: PostChanges;
}

/** Shows one version as readers saw it, or the changes from it to the current version. */
export function VersionView({ id, token, version, current }: VersionViewProps) {
  const [isCompared, setIsCompared] = useState(version !== current);
  const navigate = useNavigate();

  const readSince = async (post: NewPost): Promise<Since> => {
    const { post: now } = await getPost(id, 'network');
    const { version: number = current, etag } = now;
    if (etag === undefined) throw new Error('The backend has not said what names the version of the post.');
    return { current: { number, etag, text: textOf(now) }, changes: await comparePosts(post, now) };
  };
  const ask = async () => {
    const post = await getVersion(id, version, token);
    return { post, since: version === current ? undefined : await readSince(post) };
  };
  const [loading] = useLoading({ ask, failureOf });

  if (loading.kind === 'loading') return <p role="status">Loading version {version}...</p>;
  if (loading.kind === 'failed') return <p role="alert">{failureTexts[loading.failure.kind]}</p>;
  const { post, since } = loading.value;
  const bringBack = (base: Version) => {
    const state: EditLocationState = { bringBack: { post: textOf(post), base } };
    void navigate(pagePaths.edit(id), { state });
  };
  return (
    <div className="version-view stack">
      {since && (
        <div className="form-actions">
          <QuietButton aria-pressed={isCompared} onClick={() => setIsCompared(!isCompared)}>
            Compare with current
          </QuietButton>
          <QuietButton onClick={() => bringBack(since.current)}>Load into editor</QuietButton>
        </div>
      )}
      {since && isCompared ? (
        <>
          <p className="hint">What has changed from version {version} to the current one.</p>
          <PostDiff changes={since.changes} />
        </>
      ) : (
        <WholeText post={post} />
      )}
    </div>
  );
}

function WholeText({ post }: { post: NewPost }) {
  const prose = useProse(post);
  if (prose === undefined) return <p role="status">Loading the text...</p>;
  return (
    <div className="column reading">
      <PostImage className="reading-image" sizes="min(100vw,45rem)" url={post.imgUrl} width={1200} height={600} />
      <ProseFrame>{prose}</ProseFrame>
    </div>
  );
}
