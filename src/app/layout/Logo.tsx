import { sitePaths } from '../../contract/site.ts';
import { useSite } from '../hooks/useSite.ts';

/** The site's icon, or the product's mark: an open book whose spine is a text cursor. */
export function Logo() {
  const { icon } = useSite();
  if (icon !== undefined) return <img className="mark" src={sitePaths.logo(icon)} alt="" />;
  return (
    <svg
      className="mark"
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path
        stroke="currentColor"
        d="M12 5.2C9.8 3.3 6 3 2.8 3.2Q2 3.3 2 4.1V17.6Q2 18.4 2.8 18.4C6 18.2 9.8 18.7 12 21C14.2 18.7 18 18.2 21.2 18.4Q22 18.4 22 17.6V4.1Q22 3.3 21.2 3.2C18 3 14.2 3.3 12 5.2Z"
      />
      <path
        stroke="var(--accent)"
        d="M9.2 8.5C11 8.5 12 9.1 12 10.6C12 9.1 13 8.5 14.8 8.5M12 10V15M9.2 16.2C11 16.2 12 15.6 12 14.2C12 15.6 13 16.2 14.8 16.2"
      />
    </svg>
  );
}
