import { type ComponentType, lazy } from 'react';

/** Like `lazy`, for optional parts of a screen: a part that cannot be loaded renders nothing instead of an error. */
export function lazyOrNothing<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      console.error('Could not load an optional part of this screen.', error);
      return { default: (() => null) as ComponentType<Props> };
    }
  });
}
