import { product } from '../../contract/product.ts';

const groups = [
  { heading: 'Dev Links', links: ['App', 'Report'] },
  { heading: 'Legal', links: ['Terms & Conditions', 'Privacy Policy', 'Refund & Cancellation'] },
];

/** The linked pages do not exist yet. */
const nowhere = '#';

/** Tagline and two groups of placeholder links (specification, section 1). */
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
    </footer>
  );
}
