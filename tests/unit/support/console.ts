import { vi } from 'vitest';

/** Keeps what is logged as an error for the test to look at, instead of on the screen, until disposed of. */
export const catchErrors = () => vi.spyOn(console, 'error').mockImplementation(() => undefined);

export const catchLog = () => vi.spyOn(console, 'log').mockImplementation(() => undefined);
