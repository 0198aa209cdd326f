import { product } from '../../contract/product.ts';
import { Look } from './Look.tsx';

const groups = [
  { heading: 'Dev Links', links: ['App', 'Report'] },
  { heading: 'Legal', links: ['Terms & Conditions', 'Privacy Policy', 'Refund & Cancellation'] },
];

/** No page stands behind them yet. */
const nowhere = '#';

/** The tagline and two groups of links, which lead nowhere yet (specification, section 1), and how pages look. */
export function Footer() {
  return (
    <footer className="footer">
      <p className="footer-tagline">
        <strong>{product.name}</strong>
        <span>{product.tagline}</span>
      </p>
      {groups.map(({ heading, links }) => (
        <nav key={heading} aria-label={heading}>
          <h2>{heading}</h2>
          <ul>
            {links.map((link) => (
              <li key={link}>
                <a href={nowhere}>{link}</a>
              </li>
            ))}
          </ul>
        </nav>
      ))}
      <Look />
    </footer>
  );
}
