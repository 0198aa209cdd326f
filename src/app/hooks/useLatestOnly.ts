import { useState } from 'react';
import { createLatestOnly, type LatestOnly } from '../../data/latest-only.ts';

export const useLatestOnly = (): LatestOnly => useState(createLatestOnly)[0];
