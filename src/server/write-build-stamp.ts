import { stampBuild } from './build-stamp.ts';

stampBuild();
