import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { pagePaths } from '../../contract/paths.ts';
import { getVersions } from '../../reading/shown/version-calls.ts';
import { authorOf, session } from '../../session/session.ts';
import { ExactTime } from '../components/ExactTime.tsx';
import { QuietButton } from '../components/QuietButton.tsx';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useIsHydrated } from '../hooks/useIsHydrated.ts';
import { useLoading } from '../hooks/useLoading.ts';
import { useObservable } from '../hooks/useObservable.ts';
import { titleOf } from '../text/title-of.ts';
import { failureOf, failureTexts } from './versions/failure-texts.ts';
import { VersionView } from './versions/VersionView.tsx';
import '../styles/edits.css';
import { Link } from '../components/Link.tsx';

/** The versions of an author's post, to view, to compare and to load into the editor. */
export function Versions() {
  useDocumentTitle('Versions');
  const { id = '' } = useParams();
  const isInBrowser = useIsHydrated();
  const current = useObservable(session);
  const author = authorOf(current);
  return (
    <div className="column">
      <h1>Versions</h1>
      {isInBrowser && (
        <p>
          <Link to={pagePaths.edit(id)}>Back to editing</Link>
        </p>
      )}
      {isInBrowser &&
        (current.token === null || author === null ? (
          <p role="alert">User not logged in.</p>
        ) : (
          <VersionList key={`${author} ${id}`} id={id} token={current.token} />
        ))}
    </div>
  );
}

function VersionList({ id, token }: { id: string; token: string }) {
  const [listing, , change] = useLoading({ ask: () => getVersions(id, token), failureOf });
  const [open, setOpen] = useState<number>();
  const [older, setOlder] = useState<'idle' | 'asked' | 'failed'>('idle');

  const loadOlder = async (next: string) => {
    if (older === 'asked') return;
    setOlder('asked');
    try {
      const page = await getVersions(id, token, next);
      change((now) => (now.next === next ? { versions: [...now.versions, ...page.versions], next: page.next } : now));
      setOlder('idle');
    } catch (error) {
      console.error('Could not read the older versions.', error);
      setOlder('failed');
    }
  };

  if (listing.kind === 'loading') return <p role="status">Loading versions...</p>;
  if (listing.kind === 'failed') return <p role="alert">{failureTexts[listing.failure.kind]}</p>;
  const { versions, next } = listing.value;
  const current = versions[0];
  if (!current) return <p>This blog has no versions.</p>;
  return (
    <>
      {versions.length === 1 && !next && <p>This blog has not been edited yet: there is one version.</p>}
      <ol className="versions stack">
        {versions.map((version) => {
          const isOpen = open === version.version;
          const name = `version ${version.version}`;
          return (
            <li key={version.version} className="version sheet stack">
              <div className="version-head heading-line">
                <div>
                  <h2 dir="auto">{titleOf(version)}</h2>
                  <p className="hint version-facts">
                    <span>Version {version.version}</span>
                    <ExactTime date={version.createdAt} />
                    {version === current && <strong>Current</strong>}
                  </p>
                </div>
                <QuietButton aria-expanded={isOpen} onClick={() => setOpen(isOpen ? undefined : version.version)}>
                  {isOpen ? `Close ${name}` : `View ${name}`}
                </QuietButton>
              </div>
              {isOpen && <VersionView id={id} token={token} version={version.version} current={current.version} />}
            </li>
          );
        })}
      </ol>
      {next && (
        <div className="form-actions">
          <QuietButton aria-disabled={older === 'asked'} onClick={() => void loadOlder(next)}>
            {older === 'asked' ? 'Loading more…' : 'Show more'}
          </QuietButton>
          <p role="alert">{older === 'failed' && 'The older versions could not be loaded.'}</p>
        </div>
      )}
    </>
  );
}
