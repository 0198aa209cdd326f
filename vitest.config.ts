import { mergeConfig } from 'vite';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { filesAtATime } from './tests/browser/support/files-at-a-time.ts';
import { scaled } from './tests/test-run.ts';
import viteConfig from './vite.config.ts';

const tags = [
  { name: 'exhaustive', description: 'runs in `npm run test:all` alone: the reason stands beside it' },
  { name: 'postgresql', description: 'needs PostgreSQL: left out of `npm run test:quick`' },
  { name: 'promise', description: 'guards a promise of the product: at a second try it has to pass three times' },
  { name: 'flaky', description: 'fails by chance: left to `npm run test:all` until it is mended' },
];

const apiServer = 'tests/api/support/global-setup.ts';

const ofApi = { testTimeout: scaled(60_000), expect: { poll: { timeout: scaled(20_000) } } };

/** One project for each test suite. */
const projects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'unit',
      include: ['tests/unit/**/*.test.{ts,tsx}'],
      environment: 'jsdom',
      // By default, Vitest leaves one core free: with two cores it would use one.
      maxWorkers: '100%',
      // Screens are imported within the tests, which takes seconds on a busy machine.
      testTimeout: scaled(30_000),
      expect: { poll: { timeout: scaled(15_000) } },
    },
  },
  {
    extends: true,
    test: {
      // Runs at the same time as `unit`.
      name: 'world',
      include: ['tests/world/**/*.test.ts'],
      exclude: ['tests/world/lives.test.ts'],
      environment: 'node',
      maxWorkers: '100%',
    },
  },
  {
    extends: true,
    test: {
      // Takes every core itself, so it runs after the others.
      name: 'lives',
      include: ['tests/world/lives.test.ts'],
      environment: 'node',
      sequence: { groupOrder: 2 },
    },
  },
  {
    extends: true,
    test: {
      name: 'api',
      include: ['tests/api/**/*.test.ts'],
      exclude: ['tests/api/attacks.test.ts'],
      globalSetup: apiServer,
      // With `isolate`, loading the server again for each file took a third of the suite's processor time.
      isolate: false,
      maxWorkers: 3,
      ...ofApi,
    },
  },
  {
    extends: true,
    test: {
      // Measures how soon a server under attack answers, so it runs alone, after the others.
      name: 'attacks',
      include: ['tests/api/attacks.test.ts'],
      globalSetup: apiServer,
      sequence: { groupOrder: 1 },
      ...ofApi,
    },
  },
  {
    extends: true,
    test: {
      name: 'browser',
      include: ['tests/browser/**/*.test.ts'],
      globalSetup: 'tests/browser/support/global-setup.ts',
      // With `isolate`, loading Playwright, server and app again for each file took a fourteenth of the processor time.
      isolate: false,
      maxWorkers: filesAtATime,
      testTimeout: scaled(150_000),
      expect: { poll: { timeout: scaled(30_000) } },
    },
  },
];

export default defineConfig((env) => mergeConfig(viteConfig(env), { test: { tags, projects } }));
