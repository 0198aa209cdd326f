import { type ComponentType, lazy } from 'react';

/** What a screen can do without comes after it; where it can't be loaded, the screen stands all the same. */
export function optional<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      console.error('A part of this screen could not be loaded.', error);
      return { default: (() => null) as ComponentType<Props> };
    }
  });
}
