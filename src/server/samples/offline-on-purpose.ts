import type { Sample } from './sample.ts';

export const offlineOnPurpose: Sample = {
  title: 'Offline, on purpose',
  imgUrl: '/samples/offline-on-purpose.webp',
  daysAgo: 12.1,
  content: `On Wednesdays I pull the cable out of the wall. There is a switch for it in a menu, but a switch can be flipped back by a weak person, and I know her well.

The first Wednesday was an accident with a spade, a gardener, and a line that turned out to run where nobody had drawn it. The repair took a day. By eleven in the morning I had found out which of my tools were really mine. The editor was. The compiler was. The manual for the database was, because I had once downloaded it to read on a beach and never did. The to-do list, it emerged, belonged to somebody in Oregon. The notes did too. The music had gone. A drawing program I had paid for twice would not open until it had spoken to its mother.

So I sat there with what was mine, and it was a good day. Not romantic; I got stuck on a regular expression for an hour that would have been ten minutes. But I got stuck the way you get stuck on a path, by thinking about where I was, and when I came out I knew the country.

What I noticed most was the waiting, once it was missing. A list of fifty short lines should be there at once, like your own hand. We have grown so used to the little grey bars that pulse where words are going to be that we take them for a law of nature. They aren't. They are what it looks like when your things live at someone else's house.

I don't want to go back to the woods. I like the network; it is where the people are. I would just like it to be the post, not the floor. Things should arrive by it and leave by it, and in between they should stay where I put them and answer when I call. When it's down I want to be told so in a quiet voice, once, and then be let alone to work.

I have begun to hold what I build to the same rule. Before I call something done I take the train through the tunnel with it, or I pull the cable, and I watch what it does:

- [x] Does it keep what I typed?
- [x] Does it show me what I have already seen?
- [ ] Does it tell me the truth about what it has and hasn't sent?

Most things fail in the first minute, and nearly always the cause is not a hard problem, only a question that nobody in a well-connected office had an occasion to ask.

Ask it on Wednesdays.`,
};
