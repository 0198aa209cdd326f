import { render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { type ReactNode, useEffect } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import './eventually.ts';
import { stubGlobal } from './global.ts';

export interface Page extends Disposable {
  readonly user: UserEvent;
  /** Returns path and query, as the address bar shows them. */
  address(): string;
}

/**
 * Renders an element inside a router until disposed of. Ignores scrolling, which jsdom cannot do.
 *
 * @param close runs once the element is unmounted
 */
export function openPage(element: ReactNode, path = '/', close: () => void = () => undefined): Page {
  const scrolling = stubGlobal('scrollTo', () => undefined);
  let address = path;
  const follow = (now: string) => {
    address = now;
  };
  const { unmount } = render(
    <MemoryRouter initialEntries={[path]}>
      <Address follow={follow} />
      {element}
    </MemoryRouter>,
  );
  return {
    user: userEvent.setup(),
    address: () => address,
    [Symbol.dispose]() {
      unmount();
      close();
      document.title = '';
      history.replaceState(null, '');
      scrolling[Symbol.dispose]();
    },
  };
}

function Address({ follow }: { follow: (address: string) => void }) {
  const { pathname, search } = useLocation();
  useEffect(() => follow(pathname + search), [follow, pathname, search]);
  return null;
}
