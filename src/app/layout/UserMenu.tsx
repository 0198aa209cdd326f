import { type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import { logOut } from '../../account/log-out.ts';
import { pagePaths } from '../../contract/paths.ts';
import { Link } from '../components/Link.tsx';
import { lazyOrNothing } from '../components/lazy-or-nothing.ts';
import { useWaiting } from '../hooks/useWriting.ts';
import { UserMenuLabel } from './UserMenuLabel.tsx';

/** Loaded ahead of the click, but only while something waits: few people ever need it. */
const LogoutWithUnsentDialog = lazyOrNothing(
  async () => (await import('./LogoutWithUnsentDialog.tsx')).LogoutWithUnsentDialog,
);

const itemsIn = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

/** Menu button of the ARIA Authoring Practices: arrow keys move, Escape and Tab close, Escape restores the focus. */
export function UserMenu({ username, email }: { username: string; email: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const entry = useRef<0 | -1>(0);

  const dialog = useRef<HTMLDialogElement>(null);
  const hasWaiting = useWaiting().length > 0;
  const leave = () => {
    // If the dialog could not be loaded, log out without it: what waits survives a logout.
    if (!hasWaiting || !dialog.current) return void logOut();
    close();
    dialog.current.showModal();
  };

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  useEffect(() => {
    if (!open) return;
    itemsIn(root.current).at(entry.current)?.focus();
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [open]);

  const onMenuKey = (event: KeyboardEvent) => {
    const all = itemsIn(root.current);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const target: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const next = target[event.key];
    if (next !== undefined) {
      event.preventDefault();
      all.at(next % all.length)?.focus();
    } else if (event.key === 'Escape') {
      close();
    } else if (event.key === 'Tab') {
      setOpen(false);
    }
  };

  return (
    <div className="user-menu" ref={root}>
      <button
        type="button"
        className="button quiet"
        ref={button}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          entry.current = 0;
          setOpen(!open);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          entry.current = event.key === 'ArrowUp' ? -1 : 0;
          setOpen(true);
        }}
      >
        <UserMenuLabel username={username} />
      </button>
      <div id={id} className="menu" role="menu" aria-label={username} hidden={!open} onKeyDown={onMenuKey}>
        <Link role="menuitem" tabIndex={-1} to={pagePaths.profile} onClick={() => setOpen(false)}>
          {email || 'Profile'}
        </Link>
        <button role="menuitem" tabIndex={-1} type="button" onClick={leave}>
          Logout
        </button>
      </div>
      {hasWaiting && (
        <Suspense>
          <LogoutWithUnsentDialog dialog={dialog} />
        </Suspense>
      )}
    </div>
  );
}
