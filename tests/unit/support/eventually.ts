import { configure } from '@testing-library/dom';
import { vi } from 'vitest';

/** Milliseconds: longer than any machine needs, and shorter than a test may take. */
const patience = 4_000;

configure({ asyncUtilTimeout: patience });

/** Checks again and again until the check holds, which is when it resolves. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: patience, interval: 10 });
