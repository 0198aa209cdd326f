import type { ComponentProps } from 'react';
import { useLinkClickHandler } from 'react-router-dom';

type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & {
  /** A path of the app. */
  to: string;
};

/**
 * A link to a screen. The router's own `Link` adds 2 kB of prefetching code to every first visit, and two more hooks
 * with an effect to each card.
 */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}
