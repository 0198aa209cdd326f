import { type ComponentType, lazy } from 'react';
import { matchPath, Route, Routes } from 'react-router-dom';
import { pagePaths } from '../contract/paths.ts';
import { Frame } from './frame/Frame.tsx';
import { Home } from './screens/Home.tsx';

/** The list comes with the app. */
const first: [string, ComponentType][] = [[pagePaths.home, Home]];

/** What a reader may never open comes when it is opened; the worker has it on the device by then. */
const later: [string, () => Promise<ComponentType>][] = [
  ['/blog/:id', async () => (await import('./screens/Blog.tsx')).BlogRoute],
  [pagePaths.landing, async () => (await import('./screens/Landing.tsx')).Landing],
  [pagePaths.register, async () => (await import('./screens/Register.tsx')).Register],
  [pagePaths.login, async () => (await import('./screens/Login.tsx')).Login],
  [pagePaths.create, async () => (await import('./screens/Create.tsx')).Create],
  [pagePaths.myBlogs, async () => (await import('./screens/MyBlogs.tsx')).MyBlogs],
  ['*', async () => (await import('./screens/NotFound.tsx')).NotFound],
];

const routes = [...first, ...later.map(([path, load]) => [path, lazyScreen(load)] as const)];

function lazyScreen(load: () => Promise<ComponentType>): ComponentType {
  return lazy(async () => ({ default: await load() }));
}

/**
 * Loads the screen of this address, so that the first thing shown is the screen: React holds back what follows upon an
 * empty place for 300 ms.
 */
export async function loadScreen(pathname: string): Promise<void> {
  const isAt = ([path]: readonly [string, unknown]) => matchPath(path, pathname) !== null;
  if (!first.some(isAt)) await later.find(isAt)?.[1]();
}

/** Every route and its screen, all inside the frame (specification, section 2). */
export function Routing() {
  return (
    <Routes>
      <Route element={<Frame />}>
        {routes.map(([path, Screen]) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
      </Route>
    </Routes>
  );
}
