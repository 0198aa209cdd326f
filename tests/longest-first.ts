import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of half a minute or more, in `npm test` or in `npm run test:all`. */
const longest = [
  'api/search.test.ts',
  'api/operator.test.ts',
  'api/passkeys.test.ts',
  'api/limited-attempts.test.ts',
  'browser/engines/outbox.test.ts',
  'browser/engines/offline.test.ts',
  'browser/first-visit.test.ts',
  'browser/authoring-outbox.test.ts',
  'browser/start-recovery.test.ts',
  'browser/authoring-doubt.test.ts',
  'browser/engines/updates.test.ts',
  'browser/unsaved-text.test.ts',
  'browser/calm.test.ts',
  'browser/authoring-killed.test.ts',
  'browser/engines/killed.test.ts',
  'browser/authoring-redirected.test.ts',
  'browser/reading-faults.test.ts',
  'unit/reading-schedules.test.ts',
  'unit/suite-runner.test.ts',
  'world/old-faults.test.ts',
];

/**
 * Begins with the files that take longest, so that no worker is left with one when the others are done. On a fresh clone
 * Vitest knows no times and begins with the largest.
 */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => longest.some((file) => moduleId.endsWith(`/tests/${file}`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
