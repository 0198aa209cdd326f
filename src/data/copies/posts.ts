import * as v from 'valibot';
import { type Post, postSchema } from '../../contract/posts.ts';
import { allCopies, type Copy, findCopy } from './cache.ts';

/** The entries of a list as the backend sent them; `undefined` when the text is no list. */
export function entriesOf(body: string): unknown[] | undefined {
  const answer = parse(body);
  return Array.isArray(answer) ? answer : undefined;
}

/** Whether the text is what the backend answers when asked for one post. */
export const isPost = (body: string): boolean => v.is(postSchema, parse(body));

/** The id of a post in a list, in the form in which it stands in an address. */
export const idOf = (entry: unknown): string | undefined => postOf(entry)?._id;

/** An entry of a list; `undefined` when it is no post. */
export function postOf(entry: unknown): Post | undefined {
  const post = v.safeParse(postSchema, entry);
  return post.success ? post.output : undefined;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * The newest state of a post on this device: its own copy, that which a reader chose to keep, or its entry in a list, which carries whole posts. So
 * whatever was listed can be opened, and a list is stored once and not once more for each of its posts.
 */
export async function findPost(id: string, url: string): Promise<Copy | undefined> {
  const own = await newest(findCopy('posts', url), findCopy('kept', url));
  const lists = [...(await allCopies('lists')), ...(await allCopies('own'))].sort((a, b) => b.keptAt - a.keptAt);
  for (const list of lists) {
    if (own && own.keptAt >= list.keptAt) break;
    if (isWrittenPlainly(id) && !list.body.includes(id)) continue;
    const entry = entriesOf(list.body)?.find((candidate) => idOf(candidate) === id);
    // What makes a list outdated is a post it lacks; those it has are as true as before.
    if (entry !== undefined) return { ...list, url, body: JSON.stringify(entry), link: null, outdated: false };
  }
  return own;
}

async function newest(...found: Promise<Copy | undefined>[]): Promise<Copy | undefined> {
  const copies = (await Promise.all(found)).filter((copy) => copy !== undefined);
  return copies.sort((a, b) => b.keptAt - a.keptAt)[0];
}

/** Whether JSON has but one way to write the id, so that a list can be told not to hold it without being parsed. */
const isWrittenPlainly = (id: string): boolean => /^[\w-]+$/.test(id);
