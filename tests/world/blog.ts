import type { WireCall } from './network.ts';
import type { Person } from './page/page.ts';
import type { Server } from './server.ts';
import type { Turns } from './turns.ts';

/** Who uses the devices of the world. */
export const people: readonly Person[] = ['Ada', 'Grace'].map(personNamed);

/** Each one's device. */
export const deviceNames: readonly string[] = ["Ada's phone", "Grace's desk"];

/** Somebody whose device is not in the world. */
const linus = personNamed('Linus');

function personNamed(name: string): Person {
  return { name, email: `${name.toLowerCase()}@example.com`, password: 'correct horse' };
}

/** The token that Linus has in every blog that is not empty. */
export type Elsewhere = { token: string };

/** Gives everybody an account, and posts enough for a list of two pages. */
export async function fillBlog(server: Server, turns: Turns): Promise<Elsewhere> {
  const tokens = new Map<Person, string>();
  for (const person of [...people, linus]) {
    const { name, email, password } = person;
    const answer = await answered(server, turns, call('POST', '/auth/register', { body: { name, email, password } }));
    tokens.set(person, JSON.parse(answer).token);
  }
  for (const nth of [1, 2])
    for (const [{ name }, token] of tokens)
      await answered(server, turns, publishing(token, `${name} was here ${nth}`, `before-${name}-${nth}`));
  return { token: tokens.get(linus) as string };
}

/** Whoever has an account publishes, on a device that is not in the world. */
export async function publishAs(
  server: Server,
  turns: Turns,
  { email, password }: Person,
  title: string,
  content: string,
): Promise<void> {
  const answer = await answered(server, turns, call('POST', '/auth/login', { body: { email, password } }));
  await answered(server, turns, publishing(JSON.parse(answer).token, title, content));
}

export const publishing = (token: string, title: string, content: string): WireCall =>
  call('POST', '/blog/posts', { token, body: { title, imgUrl: '', content } });

export const deleting = (token: string, id: string): WireCall => call('DELETE', `/blog/posts/${id}`, { token });

function call(method: string, path: string, { token, body }: { token?: string; body?: object }): WireCall {
  return {
    method,
    url: `http://app.example${path}`,
    headers: [
      ['Content-Type', 'application/json'],
      ...(token === undefined ? [] : [['Authorization', `Bearer ${token}`] as [string, string]]),
    ],
    body: body && new TextEncoder().encode(JSON.stringify(body)),
  };
}

/** @throws if the server refuses */
async function answered(server: Server, turns: Turns, call: WireCall): Promise<string> {
  let answer: { status: number; body: Uint8Array | undefined } | undefined;
  server.handle(call).then((heard) => {
    answer = heard;
  });
  await turns.settle();
  const text = new TextDecoder().decode(answer?.body);
  if (!answer || answer.status > 299) throw new Error(`${call.method} ${call.url}: ${answer?.status} ${text}`);
  return text;
}
