import { configure } from '@testing-library/dom';
import { vi } from 'vitest';
import { scaled } from '../../test-run.ts';

/** Milliseconds: longer than any machine needs, and shorter than a test may take. */
const timeoutMs = scaled(15_000);

configure({ asyncUtilTimeout: timeoutMs });

/** Repeats the check until it stops throwing, and resolves to its result. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: timeoutMs, interval: 10 });
