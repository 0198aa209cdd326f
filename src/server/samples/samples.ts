/**
 * The posts that a new database starts with. `daysAgo` is the age of a post, in days, when the database is created; the
 * order has no meaning.
 */
export const samples = [
  {
    title: 'Writing on the night train',
    imgUrl: '/samples/night-train.webp',
    daysAgo: 0.4,
    content: `The sleeper leaves at 22:14, and by 22:31 the network is gone. I know the exact place: a cutting after the second bridge, where the phone holds on for one bar, then none, then lets go. Most people in the carriage sigh. I open the editor.

For eleven years I have written on this line, twice a month, there on a Thursday and back on a Sunday. Almost everything I have published began somewhere between the brewery and the border. I used to think it was the hour, or the little lamp, or the fact that nobody can hand you a plate to dry. I now think it is simpler. On the night train there is nothing to check.

At home I write a sentence and go looking for a fact to lean it on. The fact has a page, the page has a comment, the comment has a grudge, and twenty minutes later I know a good deal about a Belgian bus company and have one sentence. On the train I write [which year?] in square brackets and go on. You would be surprised how few brackets survive the morning. Most of the facts I was about to look up were there to make me feel safe, and the paragraph reads better without its handrail.

There is a craft to it. Save as you go, and use something that saves without asking anyone's permission. Carry what you need to read; you won't fetch it later. Keep the lamp below the level of your neighbour's pillow. Type softly. Accept that somewhere after two the train will stop for no reason in a field, and that this will be the quietest place you have ever sat, and that the sentence you write there will be either the best of the night or gibberish. Don't judge it until the coffee comes.

I once lost a whole night's work at 05:50, when the network came back and the page decided, helpfully, to refresh itself. Four thousand words about my grandfather's workshop, replaced by a cheerful spinner. I wrote it again later and it was fine, and it was not the same. I still remember there was a line about the smell of cold iron that was better than anything in the second version, and I can't get it back. Since then I have held firm views about software that thinks it knows when you are finished.

The sun comes up behind the grain silos, at about the point where the phone buzzes itself awake and delivers the night all at once: eleven messages, none of them urgent. I read through what I have. I fill two brackets and delete five. Then, at platform height, with my bag already on my shoulder, I press the button, and the thing I made in the dark goes out into the light by itself.

Nobody on the platform notices. That is the part I like best.`,
  },
  {
    title: 'The first commit',
    imgUrl: '/samples/the-first-commit.webp',
    daysAgo: 3.2,
    content: `Every repository I have loved begins with a small lie. The message says "Initial commit", as if the project had stepped out of the sea on a shell. It never did. Before the first commit there is a folder called test2, a notebook page with an arrow on it, and a week in which somebody talked about nothing else at dinner.

I have started to write the first commit as if somebody would read it, because one day somebody does. Usually it is me, at a bad moment, scrolling all the way down in the hope of finding out what we were thinking. So I try to leave a note. What is this for? Whom did it annoy that the thing didn't exist? What did we try on the back of the envelope and throw away? Four or five lines. They cost a minute, and they are the only lines in the history that can't be reconstructed from the code.

The best one I ever found was in a program that worked out tide tables for a harbour with three boats. It said: "My father does this by hand on Sundays. He is seventy-one and has begun to make mistakes, and he knows it. This should make the same table he does, in the same layout, with the same abbreviations, so that he can check it." Underneath were ninety lines of careful arithmetic.

You could have changed any of those ninety lines. Nobody ever could have wanted to change what they were for. Twelve years and some six hundred commits later the program still printed its table with the same abbreviations, though by then it ran in nineteen harbours and only one of them had had a father.

So: before the formatter, before the licence, before the clever folder layout, write down who is waiting. The rest of the history is just how you kept the promise.`,
  },
  {
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
  },
  {
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
  },
  {
    title: 'The bug that only came on Fridays',
    imgUrl: '/samples/the-bug-on-friday.webp',
    daysAgo: 18.5,
    content: `It was a bakery chain, forty shops, and every Friday at some time after four the ordering system forgot one shop. Never the same one. On Saturday morning thirty-nine bakeries had flour and one had an apology.

I had it for three weeks before I understood it. I tell it here as it happened, because the way it happened is the only useful thing about it.

In the first week I had theories. It was load: Fridays are busy. It was the clock: there was a job at four. It was the new database driver, which I didn't like. I was sure of each of these in turn, for about a day and a half, and for each I found evidence, the way you can always find evidence. I put in a retry. On Friday a shop in Linden got no flour.

In the second week I was tired enough to do it properly. I stopped asking why and began to ask what. What exactly is different at the moment it goes wrong? I wrote down every order of the Friday before, on paper, in a column, with its time to the millisecond, and beside it what the system believed afterwards. It was dull beyond words. Around the thirtieth row I saw that the missing order was there. It had been accepted, it had been stored, and a second later somebody had stored the same shop again, empty.

So nothing was being forgotten. Something was being written. Every theory I had had was about loss, and there had never been any loss at all.

In the third week I went to Linden. I asked Frau Petrovic, who had run the shop for twenty years, to show me how she sends the order on a Friday. She typed it in, pressed the button, waited for the green tick, and then pressed the browser's back button, twice, to get to the roster, since on Fridays she does the roster next. And the form, which remembered nothing, saved itself on the way out, as it had been built to do by someone who wanted no one ever to lose their work. That someone was me.

\`\`\`js
addEventListener('pagehide', () => {
  // Never lose what somebody has typed.
  navigator.sendBeacon('/orders', new FormData(form));
});
\`\`\`

Every Friday, one of the forty managers went back instead of forward. That was all.

I have three things pinned above my desk from that month. "What, not why" is the first. "It isn't lost, it's overwritten" is the second, and you would be astonished how often it's true. The third is a photograph of Frau Petrovic's left hand on a mouse, thumb on the back button, ready to go. She let me take it on condition that I also take a loaf.

I fixed it in one line. I would like to say which line, but the truth is that I deleted it.`,
  },
  {
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
  },
  {
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
  },
  {
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
  },
];
