import type { Sample } from './sample.ts';

export const smallTests: Sample = {
  title: 'Small tests, warm hands',
  imgUrl: '/samples/small-tests.webp',
  daysAgo: 24.3,
  content: `The potter I take lessons from taps every bowl with one knuckle before it goes on the shelf. A sound bowl rings. A cracked one says "tock". It takes her less than a second, and she does it while talking about something else.

That is what I want from a test. Not a certificate, not a percentage: a knuckle.

A good small test has a name that finishes the sentence "you can rely on it that…". It sets its own table and clears it afterwards. It breaks for one reason, and when it does break you can read the reason aloud to somebody over the telephone. I try each new one once with the code deliberately wrong, because a test that has never failed has only ever told me that it runs.

## One of mine

\`\`\`ts
test('a bowl that was tapped twice rings twice', () => {
  const shelf = openShelf(); // its own, cleared by nobody else
  shelf.put({ glaze: 'celadon', cracked: false });
  expect(shelf.tap(2)).toEqual(['ring', 'ring']);
});
\`\`\`

You run it while the kettle boils, with \`npm test -- bowl\`, and what it says is one of three things:

| It says | It means | What I do |
|:--------|:---------|:----------|
| *ring* | you can rely on it | talk on about something else |
| *tock* | somebody will be scalded | stop, put it aside, look |
| nothing | nobody tapped | **worry** |

And it's quick, so that it's done while talking about something else. The slow, grand ones have their place, like the kiln. But nobody carries a bowl to the kiln to find out whether it is cracked.

Last week I asked her how many she has saved that way. She looked at me as if I had asked how many times she'd been saved by looking before crossing the road. "I don't save bowls," she said. "I just don't keep making ones on top of a bad one."`,
};
