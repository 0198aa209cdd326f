import type { NewPost } from '../../src/contract/posts.ts';

export interface OddPost extends Pick<NewPost, 'title' | 'content'> {
  /** Says what is odd about the post. */
  name: string;
}

const paragraph = 'What happened, and what came of it, was told at length by those who had been there.\n\n';

/** Unusual posts that authors may write, and that every screen must still show well. */
export const oddPosts: OddPost[] = [
  { name: 'no title', title: '', content: paragraph.repeat(3) },
  { name: 'long title', title: 'On keeping a small house in order '.repeat(8).trim(), content: paragraph.repeat(3) },
  {
    name: 'long words',
    title: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    content: `https://example.org/${'a-very-long-path/'.repeat(12)}\n\n${'Unbreakable'.repeat(20)}\n\n${paragraph}`,
  },
  {
    name: 'right to left',
    title: 'حكاية من سطرٍ واحد',
    content: `${'كلُّ سطرٍ من الشيفرة يروي حكاية، وهذه واحدةٌ منها. '.repeat(4)}\n\nOne paragraph in English between them.\n\n${'כל שורת קוד מספרת סיפור. '.repeat(5)}`,
  },
  {
    name: 'Chinese and Japanese',
    title: '每一行代码都讲述一个故事',
    content: `${'每一行代码都讲述一个故事，这里是其中之一。'.repeat(6)}\n\n${'コードの一行一行が物語を語ります。'.repeat(6)}`,
  },
  { name: 'emoji', title: '👩‍🚀🚀 To the moon 🌕', content: `🎉🎊✨ ${paragraph}👨‍👩‍👧‍👦 🏳️‍🌈 🇺🇳 ${paragraph}` },
  {
    name: 'code',
    title: 'Code',
    content: `Before.\n\n\`\`\`js\n// The answer.\nconst answer = ${'6 * 7 + '.repeat(20)}0;\n\`\`\`\n\nAfter \`npm ci\`.\n\n\`\`\`\nno language\n\`\`\``,
  },
  {
    name: 'everything that Markdown has',
    title: 'Everything',
    content: `# One\n\n${paragraph}## Two, with \`code\` and a [link](https://example.org)\n\n1. one\n2. two\n   - *deeper*\n\n- [x] done\n- [ ] to do\n\n> ${paragraph}\n| Left | Middle | Right |\n|:-----|:------:|------:|\n| a | ${'a long cell '.repeat(6)} | ~~1~~ **2** |\n\n---\n\n\`\`\`diff\n- before\n+ after\n\`\`\``,
  },
  {
    name: 'too intricate to format',
    title: 'Nested',
    content: `${'> '.repeat(100)}Here it ends.`,
  },
];
