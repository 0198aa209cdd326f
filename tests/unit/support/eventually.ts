import { configure } from '@testing-library/dom';
import { vi } from 'vitest';
import { scaled } from '../../test-run.ts';

/** In milliseconds: longer than a check takes on any machine, and shorter than a test's timeout. */
const timeoutMs = scaled(15_000);

configure({ asyncUtilTimeout: timeoutMs });

/** Repeats the check until it stops throwing, and resolves to its result. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: timeoutMs, interval: 10 });
