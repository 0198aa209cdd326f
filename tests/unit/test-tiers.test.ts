// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFiles } from '../test-files.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const ownName = 'tests/unit/test-tiers.test.ts';
const files = testFiles().filter((file) => file !== ownName && file !== 'tests/unit/suite-runner.test.ts');

/** Joined from parts, as the whole word would tag this file, too. */
const moduleTag = ['@module', 'tag'].join('-');
const isWholeFileTagged = (file: string, tag: string) => new RegExp(`^// ${moduleTag} ${tag}\\b`, 'm').test(read(file));

/** Returns the three lines before each line that gives one of these tags to a single test. */
function linesBefore(file: string, tags: string): string[] {
  const lines = read(file).split('\n');
  const tagged = new RegExp(`tags: \\[.*'(?:${tags})'`);
  return lines.flatMap((line, at) => (tagged.test(line) ? [lines.slice(Math.max(0, at - 3), at).join('\n')] : []));
}

/** The project's promises, with the test files that check each of them in every `npm test`. */
const promises = {
  'Nobody loses a word they typed, and nothing is published twice': [
    'tests/api/idempotency.test.ts',
    'tests/browser/authoring-background.test.ts',
    'tests/browser/authoring-edits.test.ts',
    'tests/browser/authoring-quota.test.ts',
    'tests/browser/engines/drafts.test.ts',
    'tests/browser/engines/editing.test.ts',
    'tests/browser/engines/killed.test.ts',
    'tests/browser/engines/outbox.test.ts',
    'tests/browser/pictures.test.ts',
    'tests/browser/two-tabs.test.ts',
    'tests/browser/unsaved-text.test.ts',
    'tests/world/lives.test.ts',
  ],
  'What a reader was shown can be read again without a network': [
    'tests/browser/engines/on-this-device.test.ts',
    'tests/browser/reading-faults.test.ts',
    'tests/browser/reading-first-visit.test.ts',
  ],
  'The first visit is as fast as a static page, and later ones are instant': [
    'tests/browser/first-visit-start.test.ts',
    'tests/browser/first-visit.test.ts',
    'tests/browser/start.test.ts',
  ],
  'It holds in every engine, and through an update': [
    'tests/browser/engines/offline.test.ts',
    'tests/browser/engines/updates.test.ts',
    'tests/browser/updates-mid-deploy.test.ts',
  ],
};

test('every promise has tests in npm test, and only those files have the tag promise', () => {
  const guards = Object.values(promises).flat();
  expect(files.filter((file) => isWholeFileTagged(file, 'promise')).toSorted()).toEqual(guards.toSorted());
  expect(guards.filter((file) => isWholeFileTagged(file, 'exhaustive'))).toEqual([]);
});

test('test files with the tag promise never delay the service worker', () => {
  const withoutWorker = files.filter((file) => /\bbeforeWorker\b|\bholdWorker\b|worker: 'held'/.test(read(file)));
  expect(withoutWorker).not.toEqual([]);
  expect(withoutWorker.filter((file) => isWholeFileTagged(file, 'promise'))).toEqual([]);
});

test('every tag that excludes a test from npm test has its reason beside it', () => {
  const wholeFile = new RegExp(`^// ${moduleTag} exhaustive(.*)$`, 'm');
  for (const file of files) {
    const [tagged, reason = ''] = wholeFile.exec(read(file)) ?? [];
    if (tagged) expect(reason, file).toMatch(/^: .{10}/);
    for (const before of linesBefore(file, 'exhaustive|flaky'))
      expect(before, file).toMatch(/^(?:\/\/|\/\*\*| \*).{10}/m);
  }
});

test('at most five tests have the tag flaky, all dated, and none guards a promise', () => {
  const flaky = files.flatMap((file) => {
    const [first = ''] = read(file).split('\n');
    const reasons = [...(isWholeFileTagged(file, 'flaky') ? [first] : []), ...linesBefore(file, 'flaky')];
    return reasons.map((before) => ({ file, before }));
  });
  expect(flaky.length).toBeLessThanOrEqual(5);
  for (const { file, before } of flaky) {
    expect(before, file).toMatch(/\b\d{1,2} [A-Z][a-z]+ 20\d\d\b/);
    expect(isWholeFileTagged(file, 'promise'), file).toBe(false);
  }
});

/** These files check which npm script runs, to choose servers, databases and the number of random runs. */
const filesThatCheckTheScript = [
  'tests/api/support/global-setup.ts',
  'tests/api/support/stores.ts',
  'tests/browser/support/site.ts',
  'tests/unit/support/model-runs.ts',
  'tests/world/count-lives.ts',
];

/** These files send random requests, and fewer of them in `npm test`. */
const filesWithFewerRequests = ['tests/api/hostile.test.ts', 'tests/api/openapi.test.ts'];

test('only the listed files check which npm script runs the tests', () => {
  const asking = /\bis(?:Gate|All|Quick)\(\)|TEST_RUN\b/;
  expect(files.filter((file) => asking.test(read(file))).toSorted()).toEqual(filesWithFewerRequests);
  for (const file of filesThatCheckTheScript) expect(read(file)).toMatch(asking);
});

test('no test uses .only, .todo, .skip or .fails', () => {
  const silent = /\b(?:test|it|describe)(?:\.for|\.each)?\.(?:only|todo|skip|fails)\b/;
  expect(files.filter((file) => silent.test(read(file)))).toEqual([]);
});
