import type { Sample } from './sample.ts';

export const lettersToAMaintainer: Sample = {
  title: 'Letters to a maintainer',
  imgUrl: '/samples/letters-to-a-maintainer.webp',
  daysAgo: 31.7,
  content: `Nine years ago I put a small library on the internet that turns dates into words: "in a fortnight", "the day before yesterday". I had written it for my mother's calendar. A few hundred thousand people seem to have a mother with a calendar, and so I get letters.

The first kind is a demand. "Still no Icelandic???" I used to answer these at night, hotly, in full paragraphs. Now I wait for a day, and then write: "Not yet. Do you speak it?" You would not believe how often they do.

The second kind is a present that has to be carried up four flights of stairs. Somebody has rewritten the parser over a weekend, two thousand lines, and it's faster, and it's good, and it isn't the thing I can look after. It took me years to learn to say so at once and kindly, and not to leave it lying open for eleven months like a sofa in a stairwell. "Thank you. I can't keep this alive, and so I won't adopt it" is a complete reply. Somebody who has given up a weekend is owed an answer more than they are owed a yes.

The third kind is a bug report, and there are people who write them the way others write haiku. One from Ōsaka I know by heart:

> Expected: the day after tomorrow
> Received: the day after tomorrow
> But I was on an aeroplane.

I laughed, then I stopped laughing, and then I spent six evenings on the date line, and it is the only part of the code I am proud of.

The fourth kind is rare. It doesn't want anything. A teacher wrote to say that her pupils, who are deaf, use it to practise how hearing people put time into words. A man wrote that the word "yesterday" had appeared beside his wife's last appointment, and that he'd left it on the screen for a while. I have never known how to answer these. I keep them in a folder, and on evenings when the first kind has been getting the better of me, I open it.

If you've got something from a stranger in your project (and you have; go and look at the list, all the way down), then maybe write to them tonight. Not an issue. Say what it is for. Say that it works. You needn't ask for anything, and they needn't reply.

It will take you four minutes, and it will be read more often than anything else you write this year.`,
};
