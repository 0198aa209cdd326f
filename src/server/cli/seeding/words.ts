/** The parts of seeded stories; `%` stands for the subject. */
export const subjects = [
  'the parser',
  'a calendar that counts from zero',
  'the build on the old laptop',
  'a queue nobody drains',
  'the migration',
  'our last release',
  'the cache',
  'a pull request from a stranger',
  'the logging',
  'a table with one column too many',
  'the retry loop',
  'the editor',
  'a script that was only meant for today',
  'the search box',
  'the clock on the server',
] as const;

export const titles = [
  'What % taught me',
  'A week with %',
  'In praise of %',
  'Notes on %, for whoever comes next',
  'How we stopped being afraid of %',
  'Everything I got wrong about %',
  'The quiet life of %',
  'A short history of %',
  'Letting go of %',
  '%, read aloud',
  'On % and patience',
] as const;

export const openings = [
  'It began with %, as these things do.',
  'I had been putting off % for most of a month.',
  'Nobody on the team remembered who had written %.',
  'There is a note about % on the wall beside the kettle.',
  'On Tuesday I sat down with % and a pot of tea.',
  'You can learn a lot about a place from how it treats %.',
  'My first thought was to replace % altogether.',
  'A colleague asked me to explain %, and I found that I could not.',
] as const;

export const middles = [
  'I wrote down what I expected before I looked, and I was wrong on every line.',
  'The fix was four characters long and took two days to find.',
  'We read it together, line by line, the way one reads a letter.',
  'It turned out that two people had solved the same half of it.',
  'Every name in it was true on the day it was written.',
  'I deleted more than I added, which is the only metric I still believe in.',
  'The test had been green for three years because it never ran.',
  'Somebody had left a comment there in 2014, and it was an apology.',
  'It was slow in the way a kitchen drawer is slow: everything was in it.',
  'So I made it smaller until I could hold it in my head.',
  'I drew it on paper, and the drawing had a hole in it.',
  'What looked like a rule was a habit, and what looked like a habit was the rule.',
  'For a while I was sure that it was the network; it is never the network, until it is.',
  'The train went into the tunnel and I kept going.',
  'I asked what it was for, and the room went quiet.',
  'By the evening I could say in one sentence what it did.',
] as const;

export const endings = [
  'I have not touched it since.',
  'It is still there, and I have grown fond of it.',
  'We wrote that down, too.',
  'That was the whole of it.',
  'I would do it the same way again, only sooner.',
  'Next time I will read first.',
  'It has been quiet ever since.',
  'And then I went home on time.',
] as const;

export const images = [
  '/samples/night-train.webp',
  '/samples/the-first-commit.webp',
  '/samples/naming-things.webp',
  '/samples/offline-on-purpose.webp',
  '/samples/the-bug-on-friday.webp',
  '/samples/small-tests.webp',
  '/samples/letters-to-a-maintainer.webp',
  '/samples/the-lighthouse.webp',
] as const;
