import { type ReactNode, type RefObject, useEffect, useId } from 'react';

interface DialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  heading: string;
  className?: string;
  /** Called after the dialog has closed, by Escape too. The parent must then stop rendering it. */
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog that opens when it is mounted. */
export function Dialog({ ref, heading, className = '', onClose, children }: DialogProps) {
  const id = useId();
  useEffect(() => ref.current?.showModal(), [ref]);
  return (
    <dialog className={`dialog ${className}`} ref={ref} aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{heading}</h2>
      {children}
    </dialog>
  );
}
