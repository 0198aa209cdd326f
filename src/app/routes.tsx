import { type ComponentType, lazy, useState } from 'react';
import { matchPath, type RouteObject, useRoutes } from 'react-router-dom';
import { pagePaths, pageTemplates } from '../contract/paths.ts';
import { hasSiteFiles, isOwnBackend } from '../device/calls/host.ts';
import { useMissedPopState } from './hooks/useMissedPopState.ts';
import { Layout } from './layout/Layout.tsx';
import { Home } from './screens/Home.tsx';
import { NotFound } from './screens/NotFound.tsx';

type LoadScreen = () => Promise<ComponentType>;

/** Returns the loader of a screen that only our own backend supports. On a foreign backend, it loads `NotFound`. */
const ownBackend = (load: LoadScreen): LoadScreen => (isOwnBackend ? load : async () => NotFound);

/**
 * The screens by path. A screen is loaded when it is opened, usually from the precache. Home is loaded with the app.
 */
const imports: [string, LoadScreen][] = [
  [pagePaths.home, async () => Home],
  [pageTemplates.blog, async () => (await import('./screens/Blog.tsx')).BlogRoute],
  [pageTemplates.edit, ownBackend(async () => (await import('./screens/Edit.tsx')).Edit)],
  [pageTemplates.versions, ownBackend(async () => (await import('./screens/Versions.tsx')).Versions)],
  [pageTemplates.topic, ownBackend(async () => (await import('./screens/Topic.tsx')).Topic)],
  [pageTemplates.author, ownBackend(async () => (await import('./screens/Author.tsx')).Author)],
  [pageTemplates.page, async () => (hasSiteFiles ? (await import('./screens/SitePage.tsx')).SitePageRoute : NotFound)],
  [pagePaths.landing, async () => (await import('./screens/Landing.tsx')).Landing],
  [pagePaths.register, async () => (await import('./screens/Register.tsx')).Register],
  [pagePaths.login, async () => (await import('./screens/Login.tsx')).Login],
  [pagePaths.create, async () => (await import('./screens/Create.tsx')).Create],
  [pagePaths.myBlogs, async () => (await import('./screens/MyBlogs.tsx')).MyBlogs],
  [pagePaths.account, ownBackend(async () => (await import('./screens/Account.tsx')).Account)],
  [pagePaths.recover, ownBackend(async () => (await import('./screens/Recover.tsx')).Recover)],
  ['*', async () => NotFound],
];

const loaded = new Map<string, ComponentType>([[pagePaths.home, Home]]);

/** Renders a loaded screen at once. A lazy screen would suspend, and a press during hydration would be lost. */
function screenOf(path: string, load: LoadScreen): ComponentType {
  const Lazy = lazy(async () => ({ default: await load() }));
  return () => {
    const [Screen] = useState(() => loaded.get(path) ?? Lazy);
    return <Screen />;
  };
}

/**
 * Preloads the screen of this path, so that the first render shows it: after an empty fallback, React delays the screen
 * by up to 300 ms.
 */
export async function loadScreen(pathname: string): Promise<void> {
  const [path, load] = imports.find(([pattern]) => matchPath(pattern, pathname)) ?? [];
  if (path && load) loaded.set(path, await load());
}

const routes: RouteObject[] = [
  { element: <Layout />, children: imports.map(([path, load]) => ({ path, Component: screenOf(path, load) })) },
];

/** All routes (specification, section 2), inside the layout. */
export function Routing() {
  useMissedPopState();
  return useRoutes(routes);
}
