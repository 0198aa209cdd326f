import { pagePaths } from '../../contract/paths.ts';
import { product } from '../../contract/product.ts';
import { Link } from '../components/Link.tsx';
import '../styles/landing.css';
import { useDocumentTitle } from '../hooks/useDocumentTitle.ts';
import { FloatingIcons } from './landing/FloatingIcons.tsx';

export function Landing() {
  useDocumentTitle();
  return (
    <div className="landing">
      <FloatingIcons />
      <p className="landing-welcome">Welcome to {product.name}</p>
      <h1>{product.tagline}</h1>
      <p className="landing-description">
        A quiet place to read them, and to write your own: on a phone, on a train, with a network or without.
      </p>
      <Link className="button large" to={pagePaths.home}>
        Start Reading
      </Link>
    </div>
  );
}
