import type { Sample } from './sample.ts';

export const theBugOnFriday: Sample = {
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
};
