import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { imageWidths } from '../../../src/contract/images.ts';
import { limits } from '../../../src/contract/limits.ts';
import { callPaths, pagePaths } from '../../../src/contract/paths.ts';
import { longestPostBody } from '../../../src/server/http/json-body.ts';
import { makeImage, uploadTo } from './images.ts';
import { registerWriter, type Writer } from './load.ts';

/** The status of an answer, or `cut` if the server closed the connection without one. */
type Answer = number | 'cut';

/** How often the server gave each answer. */
type Answers = Map<Answer, number>;

export type Attack = {
  name: string;
  /** The attack has worked as intended only if the server gives this answer at least once. */
  answered: Answer;
  make(on: Attacked, attackers: Attackers): Promise<void>;
};

/** The server under attack, and helpers for attacking it. */
type Attacked = ReturnType<typeof attacked>;

/** Accounts that write as much as the limits allow. */
export type Attackers = readonly [Writer, Writer, Writer, ...Writer[]];

/** In milliseconds: how long an attack holds its connections before it opens new ones. */
const held = 2_000;

const marks = (length: number) => '\u0315\u0316'.repeat(length / 2);
const loginBody = (number: number, password: string) =>
  Buffer.from(JSON.stringify({ email: `nobody${number}@example.com`, password }));
const json = { 'Content-Type': 'application/json' };

/** Chromium's `Accept` header, for which the server encodes narrower images as AVIF. */
const accept = 'image/avif,image/webp,*/*';

/** Each of these attacks once stopped a server, filled its memory, or both. */
export const attacks: Attack[] = [
  {
    name: 'passwords of combining marks',
    answered: 413,
    async make(on) {
      await on.together(60, async (ask, number) => {
        // The first four bodies are far longer than allowed, the others just within the limit.
        const body = loginBody(number, marks(number < 4 ? 400_000 : 8_000));
        while (on.goesOn()) {
          for (const path of [callPaths.login, callPaths.register]) {
            await ask(path, { method: 'POST', body });
          }
        }
      });
    },
  },
  {
    name: 'unfinished uploads of logins of 2 MB',
    answered: 413,
    async make(on) {
      const length = 2_000_000;
      const whole = Buffer.alloc(length - 1, ' ');
      const half = Buffer.concat([Buffer.from(`${length.toString(16)}\r\n`), whole]);
      while (on.goesOn()) {
        // After `lasting`, opens only 10: a slow machine cuts 300 connections before their answers are read.
        using sockets = openSockets(on.origin, on.isInTime() ? 300 : 10, (number) =>
          number % 2 === 0
            ? [loginHead(`Content-Length: ${length}`), whole]
            : [loginHead('Transfer-Encoding: chunked'), half],
        );
        await wait(held);
        for (const { answer } of sockets.all) on.count(statusOf(answer));
      }
    },
  },
  {
    name: 'unfinished uploads of long posts by six accounts',
    answered: 503,
    async make(on, attackers) {
      const most = Buffer.alloc(longestPostBody - 1, ' ');
      while (on.goesOn()) {
        using sockets = openSockets(on.origin, 2 * attackers.length, (number) => [
          postHead(attackers[number % attackers.length]?.token ?? ''),
          most,
        ]);
        await wait(held);
        for (const { answer } of sockets.all) on.count(statusOf(answer));
      }
    },
  },
  {
    name: '1,200 connections in the middle of their headers',
    answered: 'cut',
    async make(on) {
      while (on.goesOn()) {
        using sockets = openSockets(on.origin, 1_200, () => ['GET / HTTP/1.1\r\nHost: localhost\r\nA:']);
        await wait(held / 3);
        for (const { isCut } of sockets.all) if (isCut) on.count('cut');
      }
    },
  },
  {
    name: 'pipelined requests for large responses that are never read',
    answered: 'cut',
    async make(on, [author]) {
      const id = await idOf(await publish(on.origin, author, '\u0001'.repeat(limits.content)));
      const paths = [callPaths.post(id), callPaths.posts, pagePaths.blog(id)];
      const many = (number: number) => `GET ${paths[number % paths.length]} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      while (on.goesOn()) {
        using sockets = openSockets(
          on.origin,
          60,
          // Half of these clients pipeline fewer requests than the server allows on one connection.
          (number) => [many(number).repeat(number % 2 === 0 ? 200 : 60)],
          (socket) => socket.pause(),
        );
        await wait(held);
        for (const socket of sockets.all) socket.resume();
        await wait(held / 2);
        for (const { isCut } of sockets.all) if (isCut) on.count('cut');
      }
    },
  },
  {
    name: 'many readers of lists and feeds of huge posts',
    answered: 200,
    async make(on, [first, second, last]) {
      const content = '&'.repeat(limits.content);
      for (const author of [first, second]) {
        for (let post = 0; post < 12; post++) on.count((await publish(on.origin, author, content)).status);
      }
      const paths = ['/feed.xml', callPaths.posts, callPaths.userPosts(last.userId), pagePaths.home];
      // Each new post changes every list and feed.
      const publishing = async () => {
        while (on.goesOn()) {
          on.count((await publish(on.origin, last, content)).status);
          await wait(200);
        }
      };
      const reading = on.together(40, async (ask, number) => {
        while (on.goesOn()) {
          const path = paths[number % paths.length];
          const headers = { 'Accept-Encoding': ['br', 'gzip', 'identity'][number % 3] ?? '' };
          await ask(`${path}`, { headers });
        }
      });
      await Promise.all([publishing(), reading]);
    },
  },
  {
    name: 'hundreds of logins while it compresses a long post',
    answered: 503,
    async make(on, [author]) {
      const prose = Array.from({ length: 90_000 }, (_, word) => (word * 7_919).toString(36)).join(' ');
      const id = await idOf(await publish(on.origin, author, prose));
      await on.together(280, async (ask, number) => {
        do {
          if (number % 14 === 0) {
            await ask(callPaths.post(id), { headers: { 'Accept-Encoding': 'br' } });
          } else {
            const body = loginBody(number, 'wrong horse');
            await ask(callPaths.login, { method: 'POST', body });
          }
        } while (on.goesOn());
      });
    },
  },
  {
    name: 'posts of 90,000 code blocks',
    answered: 200,
    async make(on, [author]) {
      // The server caches rendered pages, so each round publishes new posts.
      while (on.goesOn()) {
        const ids: string[] = [];
        for (let post = 0; post < 2; post++) {
          ids.push(await idOf(await publish(on.origin, author, '```\na\n```\n\n'.repeat(90_000))));
        }
        await on.together(20, async (ask, number) => {
          await ask(pagePaths.blog(ids[number % ids.length] ?? ''));
        });
      }
    },
  },
  {
    name: 'long posts of one account read one after the other',
    answered: 200,
    async make(on, [author]) {
      const ids: string[] = [];
      // Each page is just under the cache's limit for large documents. The cache has no room for all these pages.
      const content = 'Some words, and *more*.\n\n'.repeat(6_000);
      for (let post = 0; post < 40; post++) ids.push(await idOf(await publish(on.origin, author, content)));
      await on.together(120, async (ask, number) => {
        for (let next = number; on.goesOn(); next++) {
          await ask(pagePaths.blog(ids[next % ids.length] ?? ''));
        }
      });
    },
  },
  {
    name: 'posts of nothing but brackets',
    answered: 422,
    async make(on, attackers) {
      const body = Buffer.alloc(longestPostBody - 1, '[');
      await on.together(12, async (ask, number) => {
        const headers = attackers[number % attackers.length]?.bearer ?? {};
        while (on.goesOn()) {
          await ask(callPaths.posts, { method: 'POST', headers, body });
        }
      });
    },
  },
  {
    name: 'posts of the worst Markdown',
    answered: 200,
    async make(on, [first, second]) {
      const paragraphs = ['![', '[a](b', 'a@b.c ', 'www.', '*a **a '].map((piece) =>
        `${piece.repeat(9_900 / piece.length)}\n\n`.repeat(100),
      );
      const table = `${'|a'.repeat(1_000)}\n${'|-'.repeat(1_000)}\n${`${'|x'.repeat(1_000)}\n`.repeat(490)}`;
      const nested = `${'> - '.repeat(200)}a\n`.repeat(1_200);
      const ids: string[] = [];
      for (const [index, content] of [...paragraphs, table, nested].entries()) {
        ids.push(await idOf(await publish(on.origin, index % 2 ? first : second, content)));
      }
      await on.together(20, async (ask, number) => {
        const path = number % 5 === 0 ? '/feed.xml' : pagePaths.blog(ids[number % ids.length] ?? '');
        await ask(path);
      });
    },
  },
  {
    name: 'reads of sixty feeds of short posts that render as huge tables',
    answered: 200,
    async make(on, [author]) {
      const topics = Array.from({ length: 60 }, (_, number) => `t${number}x`);
      const feeds = ['/feed.xml', ...topics.map((topic) => `${pagePaths.topic(topic)}/feed.xml`)];
      const columns = 18;
      const head = `${topics.map((topic) => `#${topic}`).join(' ')}\n\n${'|'.repeat(columns + 1)}\n${'|-'.repeat(columns)}|\n`;
      const content = (head + '|\n'.repeat(2_000)).slice(0, 2_000);
      for (let post = 0; post < 20; post++) await publish(on.origin, author, content);
      // Each new post changes every feed.
      const publishing = async () => {
        for (let post = 0; post < 20 && on.goesOn(); post++) {
          on.count((await publish(on.origin, author, content)).status);
          await wait(300);
        }
      };
      const reading = on.together(20, async (ask, number) => {
        for (let next = number; on.goesOn(); next++) await ask(`${feeds[next % feeds.length]}`);
      });
      await Promise.all([publishing(), reading]);
    },
  },
  {
    name: 'repeats of one costly post with its key, and stale edits of it',
    answered: 200,
    async make(on, [author]) {
      const columns = 18;
      const content = `#t\n${'|'.repeat(columns + 1)}\n${'|-'.repeat(columns)}|\n${'|\n'.repeat(900)}`;
      const body = Buffer.from(JSON.stringify({ title: 'same', imgUrl: '', content }));
      const keyed = { method: 'POST', headers: { ...author.bearer, 'Idempotency-Key': 'repeated' }, body };
      const stale = { method: 'PUT', headers: { ...author.bearer, 'If-Match': '"7"' }, body };
      const id = await idOf(
        await fetch(on.origin + callPaths.posts, { ...keyed, headers: { ...json, ...keyed.headers } }),
      );
      await on.together(16, async (ask, number) => {
        const [path, asked] = number % 4 === 0 ? [callPaths.post(id), stale] : [callPaths.posts, keyed];
        while (on.goesOn()) await ask(path, asked);
      });
    },
  },
  {
    name: 'posts that use one long address thousands of times',
    answered: 200,
    async make(on, [first, second]) {
      const bomb = (length: number, times: number) =>
        `[a]: https://x.example/${'A'.repeat(length)}\n\n${`${'[a] '.repeat(290)}\n\n`.repeat(times / 290)}`;
      const texts = [bomb(30_000, 3_190), bomb(10_000, 2_320), bomb(2_000, 29_000)];
      // The server caches rendered pages, so each round publishes new posts.
      while (on.goesOn()) {
        const published = texts.map((content, index) => publish(on.origin, index % 2 ? first : second, content));
        const ids = await Promise.all(published.map(async (answer) => idOf(await answer)));
        await on.together(20, async (ask, number) => {
          const path = number % 5 === 0 ? '/feed.xml' : pagePaths.blog(ids[number % ids.length] ?? '');
          await ask(path);
        });
      }
    },
  },
  {
    name: 'requests for a thousand unknown hosts',
    answered: 200,
    async make(on, [author]) {
      const id = await idOf(await publish(on.origin, author, 'Some words, and *more* words.\n\n'.repeat(6_000)));
      const paths = [pagePaths.blog(id), pagePaths.home, '/feed.xml', '/sitemap.xml'];
      await on.together(20, async (ask, client) => {
        for (let host = 0; host < 50 || on.goesOn(); host++) {
          const path = paths[host % paths.length];
          await ask(`${path}`, { headers: { Host: `${client}-${host}.example` } });
        }
      });
    },
  },
  {
    name: 'costly searches of posts written to be costly',
    answered: 200,
    async make(on, [first, second]) {
      for (const [number, author] of [first, second, first, second].entries()) {
        const words = Array.from({ length: 30_000 }, (_, word) => `the${(30_000 * number + word).toString(36)}`);
        await publish(on.origin, author, words.join(' '));
      }
      await on.together(200, async (ask, number) => {
        for (let asked = 0; asked === 0 || on.goesOn(); asked++) {
          const words = Array.from({ length: 7 }, (_, word) => `the${((number + word) % 36).toString(36)}`);
          await ask(callPaths.found('q', `the ${words.join(' ')} ${asked}`));
        }
      });
    },
  },
  {
    name: 'uploads of large images, and requests for all their variants',
    answered: 201,
    async make(on, attackers) {
      const seeds = Array.from({ length: 4 }, (_, number) => number + 1);
      const images = await Promise.all(seeds.map((seed) => makeImage({ width: 1_600, height: 1_600, seed })));
      await on.together(60, async (ask, number) => {
        const [image, attacker] = [images[number % images.length], attackers[number % attackers.length]];
        if (!image || !attacker) return;
        for (let round = 0; round === 0 || on.goesOn(); round++) {
          on.count((await uploadTo(on.origin, attacker, image)).status);
          // The server notices the truncation only when it decodes the image.
          await uploadTo(on.origin, attacker, { ...image, bytes: image.bytes.subarray(0, -1_000) });
          for (const width of imageWidths) {
            const url = `${callPaths.image(image.name)}?width=${width}`;
            await ask(url, { headers: { Accept: accept } });
          }
        }
      });
    },
  },
  {
    name: 'endless posts from a few accounts',
    answered: 429,
    async make(on, [first, second]) {
      // Makes the longest body that is allowed.
      const content = '\\u6f22'.repeat(limits.content);
      const body = Buffer.from(`{"title":"","imgUrl":"","content":"${content}"}`);
      await on.together(12, async (ask, number) => {
        const { bearer } = number % 2 === 0 ? first : second;
        for (let posts = 0; on.goesOn(); posts++) {
          // A repeated key costs as much as a new post, but does not fill the disk.
          const headers = { ...bearer, 'Idempotency-Key': `endless ${number} ${posts % 4}` };
          await ask(callPaths.posts, { method: 'POST', headers, body });
        }
      });
    },
  },
];

export function registerAttackers(origin: string): Promise<Attackers> {
  const register = (name: string) => registerWriter(origin, name);
  return Promise.all([register('ada'), register('bob'), register('cyd'), ...['dot', 'eve', 'fay'].map(register)]);
}

/**
 * Makes an attack, and closes all its connections.
 * @param lasting its duration, in milliseconds
 */
export async function makeAttack(
  { answered, make }: Attack,
  origin: string,
  attackers: Attackers,
  lasting: number,
): Promise<Answers> {
  const answers: Answers = new Map();
  await make(attacked(origin, answers, answered, lasting), attackers);
  return answers;
}

function attacked(origin: string, answers: Answers, answered: Answer, lasting: number) {
  let until: number | undefined;
  const isInTime = (more = 0) => {
    until ??= Date.now() + lasting;
    return Date.now() < until + more;
  };
  const count = (answer: Answer) => {
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  };
  return {
    origin,
    count,
    isInTime,
    /** Returns true during `lasting`, and up to 20 s longer while the server has not given the answer `answered`. */
    goesOn: () => isInTime() || (!answers.has(answered) && isInTime(20_000)),
    /** Runs many clients at once, each on its own connection, and closes the connections at the end. */
    async together(many: number, act: (ask: Ask, number: number) => Promise<void>): Promise<void> {
      const agent = new Agent({ keepAlive: true, maxSockets: many });
      const ask: Ask = async (path, asked) => count(await answerOf(agent, origin + path, asked));
      await Promise.all(Array.from({ length: many }, (_, number) => act(ask, number)));
      agent.destroy();
    },
  };
}

type Asked = { method?: string; headers?: Record<string, string>; body?: Buffer };

type Ask = (path: string, asked?: Asked) => Promise<void>;

async function answerOf(
  agent: Agent,
  url: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Answer> {
  const length = body && { 'Content-Length': `${body.length}` };
  const sending = request(url, { method, headers: { ...(body && json), ...length, ...headers }, agent });
  try {
    const answering = once(sending, 'response');
    sending.end(body);
    const [answer]: IncomingMessage[] = await answering;
    answer?.resume();
    if (answer) await once(answer, 'end');
    return answer?.statusCode ?? 'cut';
  } catch {
    return 'cut';
  }
}

async function publish(origin: string, { bearer }: Writer, content: string): Promise<Response> {
  const headers = { ...json, ...bearer };
  const body = JSON.stringify({ title: 'Huge', imgUrl: '', content });
  return fetch(origin + callPaths.posts, { method: 'POST', headers, body });
}

async function idOf(response: Response): Promise<string> {
  const { _id }: { _id: string } = await response.json();
  return _id;
}

const loginHead = (length: string) =>
  `POST ${callPaths.login} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;

const postHead = (token: string) =>
  `POST ${callPaths.posts} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n` +
  `Authorization: Bearer ${token}\r\nContent-Length: ${longestPostBody}\r\n\r\n`;

type Watched = Socket & { answer: string; isCut: boolean };

/** Opens sockets that send the given bytes once, and then stay silent. */
function openSockets(
  origin: string,
  many: number,
  said: (number: number) => (string | Buffer)[],
  treat: (socket: Watched) => void = listen,
): Disposable & { all: Watched[] } {
  const { hostname, port } = new URL(origin);
  const all = Array.from({ length: many }, (_, number) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const watched: Watched = Object.assign(socket, { answer: '', isCut: false });
    // The server may end the connection with an error.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      watched.isCut = true;
    });
    treat(watched);
    for (const piece of said(number)) socket.write(piece);
    return watched;
  });
  const end = () => {
    for (const socket of all) socket.destroy();
  };
  return { all, [Symbol.dispose]: end };
}

function listen(socket: Watched): void {
  socket.on('data', (chunk) => {
    socket.answer += chunk;
  });
}

function statusOf(answer: string): Answer {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? [];
  return status ? Number(status) : 'cut';
}
