import type { ComponentProps } from 'react';

/** A secondary button, which submits no form. */
export const QuietButton = (props: ComponentProps<'button'>) => (
  <button type="button" className="button quiet" {...props} />
);
