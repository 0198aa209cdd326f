import type { Sample } from './sample.ts';

export const theFirstCommit: Sample = {
  title: 'The first commit',
  imgUrl: '/samples/the-first-commit.webp',
  daysAgo: 3.2,
  content: `Every repository I have loved begins with a small lie. The message says "Initial commit", as if the project had stepped out of the sea on a shell. It never did. Before the first commit there is a folder called test2, a notebook page with an arrow on it, and a week in which somebody talked about nothing else at dinner.

I have started to write the first commit as if somebody would read it, because one day somebody does. Usually it is me, at a bad moment, scrolling all the way down in the hope of finding out what we were thinking. So I try to leave a note. What is this for? Whom did it annoy that the thing didn't exist? What did we try on the back of the envelope and throw away? Four or five lines. They cost a minute, and they are the only lines in the history that can't be reconstructed from the code.

The best one I ever found was in a program that worked out tide tables for a harbour with three boats. It said: "My father does this by hand on Sundays. He is seventy-one and has begun to make mistakes, and he knows it. This should make the same table he does, in the same layout, with the same abbreviations, so that he can check it." Underneath were ninety lines of careful arithmetic.

You could have changed any of those ninety lines. Nobody ever could have wanted to change what they were for. Twelve years and some six hundred commits later the program still printed its table with the same abbreviations, though by then it ran in nineteen harbours and only one of them had had a father.

So: before the formatter, before the licence, before the clever folder layout, write down who is waiting. The rest of the history is just how you kept the promise.`,
};
