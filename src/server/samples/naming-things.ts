import type { Sample } from './sample.ts';

export const namingThings: Sample = {
  title: 'On naming things, badly at first',
  imgUrl: '/samples/naming-things.webp',
  daysAgo: 7.6,
  content: `My neighbour keeps bees and names her hives after what they are like. There is Patience, there is The Bank, and there is one at the end of the row called Gloves. You don't need to be told anything about Gloves.

I think of her whenever I meet a class called DataManager. It isn't that the name is ugly. It is that nobody has yet put a hand in. A name like that is a lid on a box, and what it says is: I was in a hurry and it was dark. There is no shame in it, at first. You can't know what a thing is like until you have worked with it for a season, and code has to be called something on the day it is born.

The mistake is to stop there. We treat naming as an act, done once at the christening, when it is really a habit, like sharpening. The first name is a guess. After a month you know that the DataManager never manages anything: it waits until two lists agree. So it is a Reconciler, or better, since your accountants have a word for that already, it is the Close. And now a small miracle happens. The three methods that don't belong to a Close stand there blinking in the light, and you can see where they ought to live.

That is the part people miss when they say that naming is one of the two hard problems. They picture a person with a thesaurus. But a good name isn't found by looking for words. It is found by looking at the thing until you notice what is true of it, and the word is just what comes out of your mouth at that moment. If no word comes, the thing is probably two things.

A few rules I have picked up, each from getting it wrong:

Use the word that people already say in the corridor. If the warehouse calls it a cage, it is a cage, even when your model insists that it is a mobile storage unit.

If you catch yourself explaining a name, write the explanation down and see whether the name is hiding in it.

Beware of "and". Beware of "util". Beware of any word that would still fit if you swapped the contents of two files.

A bad name for a short-lived thing is fine. Let i be i.

And rename without ceremony. It feels like vandalism, somehow, to change what a colleague has called something. It's not. It is what you owe them for having gone in first, in the dark, without gloves.`,
};
