import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { pagePaths } from '../../contract/paths.ts';
import { logOut } from '../logOut.ts';
import { useWaiting } from '../parts/useWaiting.ts';
import { LogoutDialog } from './LogoutDialog.tsx';

const itemsIn = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

/** The menu button of the ARIA Authoring Practices: arrows move, Escape and leaving close, focus comes back. */
export function UserMenu({ username, email }: { username: string; email: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const entry = useRef<0 | -1>(0);

  const dialog = useRef<HTMLDialogElement>(null);
  const hasWaiting = useWaiting().length > 0;
  const leave = () => {
    if (!hasWaiting) return void logOut();
    close();
    dialog.current?.showModal();
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
        <span className="user-name">{username}</span>
        <span aria-hidden="true">▾</span>
      </button>
      <div id={id} className="menu" role="menu" aria-label={username} hidden={!open} onKeyDown={onMenuKey}>
        <Link role="menuitem" tabIndex={-1} to={pagePaths.profile} onClick={() => setOpen(false)}>
          {email || 'Profile'}
        </Link>
        <button role="menuitem" tabIndex={-1} type="button" onClick={leave}>
          Logout
        </button>
      </div>
      <LogoutDialog dialog={dialog} />
    </div>
  );
}
