import { type ReactNode, type RefObject, useEffect, useId } from 'react';

interface DialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  heading: string;
  className?: string;
  /** Called when it has closed, by Escape too; it is to be rendered no longer. */
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog, which opens as it is rendered. */
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
