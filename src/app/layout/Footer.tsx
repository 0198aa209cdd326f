import { pagePaths } from '../../contract/paths.ts';
import type { LinkName } from '../../contract/site.ts';
import { Link } from '../components/Link.tsx';
import { useSite } from '../hooks/useSite.ts';

const groups: Record<string, Partial<Record<LinkName, string>>> = {
  'Dev Links': { app: 'App', report: 'Report' },
  Legal: { terms: 'Terms & Conditions', privacy: 'Privacy Policy', refund: 'Refund & Cancellation' },
};

/** The target of a link that the operator has not set. */
const nowhere = '#';

/** Tagline, two groups of links (specification, section 1), and the site's own pages. */
export function Footer() {
  const { name, tagline, links, pages = [] } = useSite();
  const targets: Record<string, string> = links ?? {};
  const shown = Object.entries(groups).map(([heading, labels]) => ({
    heading,
    links: Object.entries(labels).map(([link, label]) => ({ label, to: targets[link] ?? nowhere })),
  }));
  if (pages.length > 0)
    shown.push({
      heading: 'Pages',
      links: pages.map((page) => ({ label: page.title, to: pagePaths.page(page.name) })),
    });
  return (
    <footer className="footer">
      <p className="footer-tagline stack">
        <strong>{name}</strong>
        <span>{tagline}</span>
      </p>
      {shown.map(({ heading, links }) => (
        <nav key={heading} aria-label={heading}>
          <h2>{heading}</h2>
          <ul>
            {links.map(({ label, to }) => (
              <li key={`${label} ${to}`}>
                {to.startsWith('/') ? <Link to={to}>{label}</Link> : <a href={to}>{label}</a>}
              </li>
            ))}
          </ul>
        </nav>
      ))}
    </footer>
  );
}
