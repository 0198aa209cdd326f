import { pagePaths } from '../../contract/paths.ts';
import { Link } from '../components/Link.tsx';
import '../styles/landing.css';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { useSite } from '../hooks/useSite.ts';
import { FloatingIcons } from './landing/FloatingIcons.tsx';

const ownDescription =
  'A quiet place to read them, and to write your own: on a phone, on a train, with a network or without.';

export function Landing() {
  useDocumentTitle();
  const { name, tagline, description = ownDescription } = useSite();
  return (
    <div className="landing stack">
      <FloatingIcons />
      <p className="landing-welcome">Welcome to {name}</p>
      <h1>{tagline}</h1>
      <p className="landing-description">{description}</p>
      <Link className="button large" to={pagePaths.home}>
        Start Reading
      </Link>
    </div>
  );
}
