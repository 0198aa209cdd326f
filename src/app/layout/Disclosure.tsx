import { type ReactNode, useEffect, useRef, useState } from 'react';

interface DisclosureProps {
  className: string;
  /** The styles of the button. */
  look?: string;
  /** The content of the button, and its accessible name if the content is no text. */
  label: ReactNode;
  name?: string;
  /** Shown below the bar while it is open. */
  children: (close: () => void) => ReactNode;
}

/** A button of the bar, and the panel that it opens. Closes on Escape, and on a press or focus outside. */
export function Disclosure({ className, look, label, name, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const close = () => {
    root.current?.querySelector('button')?.focus();
    setOpen(false);
  };
  useEffect(() => {
    if (!isOpen) return;
    const ending = new AbortController();
    const closeOutside = ({ target }: Event) => root.current?.contains(target as Node) || setOpen(false);
    for (const type of ['pointerdown', 'focusin'])
      document.addEventListener(type, closeOutside, { signal: ending.signal });
    return () => ending.abort();
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the controls within
    <div className={className} ref={root} onKeyDown={({ key }) => key === 'Escape' && isOpen && close()}>
      <button type="button" className={look} aria-label={name} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {label}
      </button>
      {isOpen && <div className="drop sheet">{children(close)}</div>}
    </div>
  );
}
