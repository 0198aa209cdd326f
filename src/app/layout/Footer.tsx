import { pagePaths } from '../../contract/paths.ts';
import type { LinkName } from '../../contract/site.ts';
import { Link } from '../components/Link.tsx';
import { useSite } from '../hooks/useSite.ts';

type Group = { heading: string; links: readonly (readonly [label: string, link: LinkName])[] };

const groups: Group[] = [
  {
    heading: 'Dev Links',
    links: [
      ['App', 'app'],
      ['Report', 'report'],
    ],
  },
  {
    heading: 'Legal',
    links: [
      ['Terms & Conditions', 'terms'],
      ['Privacy Policy', 'privacy'],
      ['Refund & Cancellation', 'refund'],
    ],
  },
];

/** The target of a link that the operator has not set. */
const nowhere = '#';

/** Tagline, two groups of links (specification, section 1), and the site's own pages. */
export function Footer() {
  const { name, tagline, links: set = {}, pages = [] } = useSite();
  const shown = groups.map(({ heading, links }) => ({
    heading,
    links: links.map(([label, link]) => ({ label, to: set[link] ?? nowhere })),
  }));
  if (pages.length > 0)
    shown.push({
      heading: 'Pages',
      links: pages.map((page) => ({ label: page.title, to: pagePaths.page(page.name) })),
    });
  return (
    <footer className="footer">
      <p className="footer-tagline">
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
