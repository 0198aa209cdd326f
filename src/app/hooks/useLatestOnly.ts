import { useState } from 'react';
import { createLatestOnly, type LatestOnly } from '../../device/latest-only.ts';

export const useLatestOnly = (): LatestOnly => useState(createLatestOnly)[0];
