import type { Sample } from './sample.ts';

export const nightTrain: Sample = {
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
};
