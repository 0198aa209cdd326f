import { appOrigin } from './app-origin.ts';
import type { WireAnswer, WireCall } from './network.ts';
import type { Person } from './page/page.ts';
import { pictureFile, pictureName } from './picture-files.ts';
import type { Server } from './server.ts';
import type { Turns } from './turns.ts';

/** The people who use the devices of the world. */
export const people: readonly Person[] = ['Ada', 'Grace'].map(personNamed);

/** The devices of `people`, in the same order. */
export const deviceNames: readonly string[] = ["Ada's phone", "Grace's desk"];

/** An author whose device is not in the world. */
const linus = personNamed('Linus');

function personNamed(name: string): Person {
  return { name, email: `${name.toLowerCase()}@example.com`, password: 'correct horse' };
}

/** The login of Linus, who has an account in every blog that is not empty. */
export type Elsewhere = {
  token: string;
  cookie: string;
  cookiesOfOthers: ReadonlyMap<string, string>;
  /** Linus, as the `author` of his posts. */
  author: { id: string; email: string };
};

/** The blog at the beginning of a life: without posts, with two pages of posts, or with five pages and pictures. */
export type Blog = 'empty' | 'in use' | 'long';

/** The number of Linus's additional posts in a long blog. Every third of these posts has a picture. */
const postsOfLinus = 9;

/** Registers everybody, publishes posts for a list of two or five pages, and returns Linus's login. */
export async function fillBlog(server: Server, turns: Turns, blog: Exclude<Blog, 'empty'>): Promise<Elsewhere> {
  const logins = new Map<Person, Pick<Elsewhere, 'token' | 'cookie' | 'author'>>();
  for (const person of [...people, linus]) {
    const { name, email, password } = person;
    const { text, cookie } = await answered(
      server,
      turns,
      callTo('POST', '/auth/register', { body: { name, email, password } }),
    );
    const { token, userId } = JSON.parse(text);
    logins.set(person, { token, cookie, author: { id: userId, email } });
  }
  for (const nth of [1, 2])
    for (const [{ name }, { token }] of logins)
      await answered(server, turns, publishing(token, `${name} was here ${nth}`, `before-${name}-${nth}`));
  const own = logins.get(linus);
  if (!own) throw new Error('Linus has no account');
  for (let nth = 3; blog === 'long' && nth < 3 + postsOfLinus; nth += 1) {
    const picture = nth % 3 === 0 ? `\n\n![](/images/${await upload(server, turns, own.token, nth)})` : '';
    await answered(server, turns, publishing(own.token, `Linus was here ${nth}`, `before-Linus-${nth}${picture}`));
  }
  return { ...own, cookiesOfOthers: new Map([...logins].map(([{ name }, { cookie }]) => [name, cookie])) };
}

/** Logs in as this person on a device outside the world, and publishes a post. */
export async function publishAs(
  server: Server,
  turns: Turns,
  { email, password }: Person,
  title: string,
  content: string,
): Promise<void> {
  const { text } = await answered(server, turns, callTo('POST', '/auth/login', { body: { email, password } }));
  await answered(server, turns, publishing(JSON.parse(text).token, title, content));
}

/** Uploads a picture for a post, and returns its name. */
async function upload(server: Server, turns: Turns, token: string, nth: number): Promise<string> {
  // The pictures that people add during a life have lower numbers, so none of them has the same bytes.
  const file = pictureFile(1_000 + nth);
  const name = pictureName(file);
  await answered(server, turns, { ...callTo('PUT', `/images/${name}`, { headers: bearer(token) }), body: file });
  return name;
}

export const publishing = (token: string, title: string, content: string): WireCall =>
  callTo('POST', '/blog/posts', { headers: bearer(token), body: { title, imgUrl: '', content } });

export const deleting = (token: string, id: string): WireCall =>
  callTo('DELETE', `/blog/posts/${id}`, { headers: bearer(token) });

/** Returns a call that edits a post. @param etag names the version that the edit replaces */
export const correcting = (
  token: string,
  { id, title, imgUrl, content }: { id: string; title: string; imgUrl: string; content: string },
  etag: string,
): WireCall =>
  callTo('PUT', `/blog/posts/${id}`, {
    headers: { ...bearer(token), 'If-Match': etag },
    body: { title, imgUrl, content },
  });

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Returns a call to our own server, as a device outside the world makes it. */
export function callTo(
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
): WireCall {
  return {
    method,
    url: `${appOrigin}${path}`,
    headers: [...(body ? [['Content-Type', 'application/json'] as [string, string]] : []), ...Object.entries(headers)],
    body: body && new TextEncoder().encode(JSON.stringify(body)),
  };
}

/** Makes the call, and returns the text and the cookie of its answer. @throws if the server refuses it */
async function answered(server: Server, turns: Turns, call: WireCall): Promise<{ text: string; cookie: string }> {
  let answer: WireAnswer | undefined;
  server.handle(call).then((heard) => {
    answer = heard;
  });
  await turns.settle();
  const text = new TextDecoder().decode(answer?.body);
  if (!answer || answer.status > 299) throw new Error(`${call.method} ${call.url}: ${answer?.status} ${text}`);
  const cookie = new Map(answer.headers).get('set-cookie')?.split(';', 1)[0] ?? '';
  return { text, cookie };
}
