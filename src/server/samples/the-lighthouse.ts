import type { Sample } from './sample.ts';

export const theLighthouse: Sample = {
  title: 'What the lighthouse keeper logged',
  imgUrl: '/samples/the-lighthouse.webp',
  daysAgo: 39.9,
  content: `In the museum on the island they keep the log of the last keeper, a man named Tormod Aune, who tended the light for thirty-one years. You may turn the pages if you put on the cotton gloves. I went in out of the rain, meaning to stay for ten minutes.

The entries are short. "Wind SW 6. Lit 16.40. Trimmed 21.00, 01.00. Put out 08.15. Nothing." Then the next day, and the next. It's the "Nothing" that gets you. There are thousands of them, each written out, in ink, each in the same patient hand. He never once drew a line or put ditto marks. Somebody had been there, and looked, and it was so: nothing.

I have worked for years on systems that nobody notices as long as they work, and I had never seen it put so well.

A log is a strange kind of writing. You address it to a stranger on the worst day of their year. They will come in a hurry, in bad light, looking for one thing, and what they need of you isn't style but that you were there, that you say when, and that they can trust you on the days on which nothing happened just as much as on the day something did. A log that is written only when things go wrong is a diary of alarms. You can't see the shape of a storm in it, since you were never shown the calm.

He knew what not to write, too. There is no weather in it that did not touch the light. There are no opinions about the harbour board, and I gather that he had some. The names of the boats he saw are there; the names of the people aboard are not, though on an island of two hundred he must have known every one. He was keeping the light's book, not theirs.

I did look up the bad day. The fourth of November 1951, the night the Havørn went on to the skerry. The entry is perhaps three lines longer than the others. "Wind NW 11. Lit 15.20. Trimmed every half hour. 02.10 glass on N side broken by a bird or spray, flame held with the spare pane and my coat. 02.30 lights of a vessel, too far in. Rang. Launched 02.45 with P. and the boy. Five of five. Put out 09.05." And beneath, after a space, as if he had put down the pen and then taken it up again: "Coat lost."

The next day's page is no different from any of the rest. Wind W 7, falling. Lit at 15.18. And at the end that word again, in the same hand, no larger and no smaller than before.

Out on the quay the rain had stopped. The light itself has been automatic since 1982; it comes on by a photocell, and it reports to an office on the mainland, once a minute, that it is there. I looked it up on the ferry home. They throw the messages away after ninety days, all but the failures.

I thought about that for most of the crossing. Then I opened the ticket I had been putting off for a month, the one called "reduce log noise", and wrote underneath it that I would do it, but that I'd like us to keep one line a day. Just the one. When it was lit, when it was put out, and that somebody looked.`,
};
