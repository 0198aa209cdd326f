import { endings, images, middles, openings, subjects, titles } from './words.ts';

export const authorNames = [
  'Imre Falk',
  'Noor Haddad',
  'Tove Lind',
  'Kwame Mensah',
  'Lucía Prado',
  'Ravi Menon',
  'Hanna Brandt',
  'Yuki Mori',
];

type Story = { title: string; imgUrl: string; content: string; author: number };

/** Deterministic: the same number always makes the same story. */
export function storyNumber(number: number): Story {
  const random = randomFrom(number);
  const pick = (choices: readonly string[]) => choices[Math.floor(random() * choices.length)] ?? '';
  const subject = pick(subjects);
  const about = (template: string) => template.replaceAll('%', subject);
  const paragraph = () => {
    const sentences = [pick(openings)];
    for (let more = 1 + Math.floor(random() * 5); more > 0; more--) sentences.push(pick(middles));
    return about([...sentences, pick(endings)].join(' '));
  };
  // Squared, so that most posts are short and a few are long.
  const paragraphs = 1 + Math.floor(random() ** 2 * 12);
  return {
    title: capitalised(about(pick(titles))),
    imgUrl: random() < 0.8 ? pick(images) : '',
    content: Array.from({ length: paragraphs }, paragraph).join('\n\n'),
    author: Math.floor(random() * authorNames.length),
  };
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A seeded random generator (mulberry32): Math.random can't be seeded. */
function randomFrom(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
