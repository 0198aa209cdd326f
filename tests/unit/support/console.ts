import { vi } from 'vitest';

/** Mocks `console.error` until disposed of: prints nothing, and lets the test check the calls. */
export const catchErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

export const catchLog = () => vi.spyOn(console, 'log').mockImplementation(() => undefined);
