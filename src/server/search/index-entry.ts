import { beginningOf } from '../../text/markdown/beginning-of.ts';
import { asUnformatted, parseMarkdown } from '../../text/markdown/parse-markdown.ts';
import { summaryWords } from '../../text/markdown/plain-words.ts';
import { mayHaveTopics, topicsIn } from '../../text/markdown/topics.ts';
import { termsOf } from '../../text/search/search-terms.ts';
import type { IndexEntry } from '../posts/post-index.ts';
import { summarise, summarised } from '../posts/summarise.ts';

/**
 * Makes the index entry of a post. Parsing a hostile text of a million characters can take seconds, so call it only in
 * a thread.
 */
export function indexEntryOf(post: { title: string; content: string }, isPlain = false): IndexEntry {
  const { content } = post;
  const parse = isPlain ? asUnformatted : parseMarkdown;
  const beginning = parse(beginningOf(content, summarised));
  const whole = () => (content.length <= summarised ? beginning : parse(content));
  return {
    terms: [...termsOf(post)],
    topics: mayHaveTopics(content) ? topicsIn(whole()) : [],
    summary: summarise(summaryWords(beginning)),
  };
}
