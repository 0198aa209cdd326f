import { stampBuild } from './freshness.ts';

stampBuild();
