import { pagePaths } from '../../src/contract/paths.ts';
import type { Screen } from './screens.ts';

/** A way to reach a screen, and how often it is measured. */
export interface Visit {
  screen: Screen;
  device: 'phone' | 'desktop';
  /** A repeat visit finds the worker installed, with its caches. */
  kind: 'first' | 'repeat';
  runs: number;
}

/** Screens at which most readers and authors arrive: `npm test` measures their first visits on a phone. */
const gateScreens = [
  { path: pagePaths.home, signedIn: false },
  { path: '/blog/{id}', signedIn: false },
  { path: pagePaths.login, signedIn: false },
  { path: pagePaths.create, signedIn: true },
  { path: pagePaths.myBlogs, signedIn: true },
];

export const isOnGate = ({ screen, device, kind }: Visit): boolean =>
  device === 'phone' &&
  kind === 'first' &&
  gateScreens.some(({ path, signedIn }) => screen.name === path && screen.signedIn === signedIn);

/** @param runs how often to measure on a phone; a desktop is so fast that one run is enough */
export function visitsOf(screens: Screen[], runs: number): Visit[] {
  const isRepeated = ({ name, signedIn }: Screen) => !signedIn && (name === pagePaths.home || name === '/blog/{id}');
  return [
    ...screens.map((screen) => ({ screen, device: 'phone', kind: 'first', runs }) as const),
    ...screens.filter(isRepeated).map((screen) => ({ screen, device: 'phone', kind: 'repeat', runs }) as const),
    ...screens.map((screen) => ({ screen, device: 'desktop', kind: 'first', runs: 1 }) as const),
  ];
}

export function nameOf({ screen, device, kind }: Visit): string {
  return [device, screen.signedIn ? 'signed in' : '', kind === 'repeat' ? 'repeat visit' : '']
    .filter((word) => word !== '')
    .join(', ');
}
