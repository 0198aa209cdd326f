import type { ComponentProps } from 'react';

/** A button that submits no form and is not the main one of its place. */
export const QuietButton = (props: ComponentProps<'button'>) => (
  <button type="button" className="button quiet" {...props} />
);
