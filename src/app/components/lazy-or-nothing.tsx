import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/**
 * Works like `lazy`, for optional parts of a screen: a part that cannot be loaded renders nothing instead of an error.
 */
export function lazyOrNothing<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loading?: ReactNode,
): ComponentType<Props> {
  const Part = lazy<ComponentType<object>>(async () => {
    try {
      return { default: (await load()) as ComponentType<object> };
    } catch (error) {
      console.error('Could not load an optional part of this screen.', error);
      return { default: () => null };
    }
  });
  return (props) => (
    <Suspense fallback={loading}>
      <Part {...props} />
    </Suspense>
  );
}
