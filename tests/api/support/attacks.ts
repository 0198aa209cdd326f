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

/** How often each status was answered, and how often a connection was cut instead. */
export type Answers = Map<number | 'cut', number>;

export type Attack = {
  name: string;
  /** What the server is to answer to some of it, or the attack has not been made. */
  answered: number | 'cut';
  /**
   * Leaves no connection open.
   * @param lasting how long it goes on, in milliseconds
   */
  run(origin: string, attackers: Attackers, lasting: number): Promise<Answers>;
};

/** Accounts that write as much as they are let. */
export type Attackers = readonly [Writer, Writer, Writer, ...Writer[]];

/** In milliseconds: how long connections are held before they are opened anew. */
const held = 2_000;

/** For its time, and on a slow machine until it has been answered as it has to be. */
const goesOn = (until: number, answers: Answers, answered: number | 'cut'): boolean =>
  Date.now() < until || (!answers.has(answered) && Date.now() < until + 20_000);

const marks = (length: number) => '\u0315\u0316'.repeat(length / 2);
const loginBody = (number: number, password: string) =>
  Buffer.from(JSON.stringify({ email: `nobody${number}@example.com`, password }));
const json = { 'Content-Type': 'application/json' };

/** Chromium's: of it, narrower images are made in AVIF. */
const accept = 'image/avif,image/webp,*/*';

/** Each of them once stopped a server, filled its memory, or both. */
export const attacks: Attack[] = [
  {
    name: 'passwords of combining marks',
    answered: 413,
    async run(origin, _, lasting) {
      const answers: Answers = new Map();
      const until = Date.now() + lasting;
      using clients = clientsOf(60);
      await inParallel(60, async (number) => {
        // The longest that a body has room for, and a few that are far longer.
        const body = loginBody(number, marks(number < 4 ? 400_000 : 8_000));
        while (Date.now() < until) {
          for (const path of [callPaths.login, callPaths.register]) {
            await clients.ask(answers, origin + path, { method: 'POST', body });
          }
        }
      });
      return answers;
    },
  },
  {
    name: 'logins of 2 MB that are never finished',
    answered: 413,
    async run(origin, _, lasting) {
      const answers: Answers = new Map();
      const length = 2_000_000;
      const whole = Buffer.alloc(length - 1, ' ');
      const half = Buffer.concat([Buffer.from(`${length.toString(16)}\r\n`), whole]);
      for (const until = Date.now() + lasting; goesOn(until, answers, 413); ) {
        // A client too busy to read the answer before the connection is cut has fewer of them.
        using sockets = openSockets(origin, Date.now() < until ? 300 : 10, (number) =>
          number % 2 === 0
            ? [loginHead(`Content-Length: ${length}`), whole]
            : [loginHead('Transfer-Encoding: chunked'), half],
        );
        await wait(held);
        for (const { answer } of sockets.all) count(answers, statusOf(answer));
      }
      return answers;
    },
  },
  {
    name: 'long posts of six accounts that are never finished',
    answered: 503,
    async run(origin, attackers, lasting) {
      const answers: Answers = new Map();
      const most = Buffer.alloc(longestPostBody - 1, ' ');
      for (const until = Date.now() + lasting; goesOn(until, answers, 503); ) {
        using sockets = openSockets(origin, 2 * attackers.length, (number) => [
          postHead(attackers[number % attackers.length]?.token ?? ''),
          most,
        ]);
        await wait(held);
        for (const { answer } of sockets.all) count(answers, statusOf(answer));
      }
      return answers;
    },
  },
  {
    name: '1,200 connections in the middle of their headers',
    answered: 'cut',
    async run(origin, _, lasting) {
      const answers: Answers = new Map();
      for (const until = Date.now() + lasting; goesOn(until, answers, 'cut'); ) {
        using sockets = openSockets(origin, 1_200, () => ['GET / HTTP/1.1\r\nHost: localhost\r\nA:']);
        await wait(held / 3);
        for (const { isCut } of sockets.all) if (isCut) count(answers, 'cut');
      }
      return answers;
    },
  },
  {
    name: 'large answers asked for 200 at a time and never read',
    answered: 'cut',
    async run(origin, [author], lasting) {
      const answers: Answers = new Map();
      const id = await idOf(await publish(origin, author, '\u0001'.repeat(limits.content)));
      const paths = [callPaths.post(id), callPaths.posts, pagePaths.blog(id)];
      const many = (number: number) => `GET ${paths[number % paths.length]} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      for (const until = Date.now() + lasting; goesOn(until, answers, 'cut'); ) {
        using sockets = openSockets(
          origin,
          60,
          // Half of them ask for no more than is let through.
          (number) => [many(number).repeat(number % 2 === 0 ? 200 : 60)],
          (socket) => socket.pause(),
        );
        await wait(held);
        for (const socket of sockets.all) socket.resume();
        await wait(held / 2);
        for (const { isCut } of sockets.all) if (isCut) count(answers, 'cut');
      }
      return answers;
    },
  },
  {
    name: 'many readers of lists and feeds of huge posts',
    answered: 200,
    async run(origin, [first, second, last], lasting) {
      const answers: Answers = new Map();
      const content = '&'.repeat(limits.content);
      for (const author of [first, second]) {
        for (let post = 0; post < 12; post++) count(answers, (await publish(origin, author, content)).status);
      }
      const paths = ['/feed.xml', callPaths.posts, callPaths.userPosts(last.userId), pagePaths.home];
      using clients = clientsOf(40);
      const until = Date.now() + lasting;
      // Each new post makes every list and feed another one.
      const publishing = async () => {
        while (Date.now() < until) {
          count(answers, (await publish(origin, last, content)).status);
          await wait(200);
        }
      };
      const reading = inParallel(40, async (number) => {
        while (Date.now() < until) {
          const path = paths[number % paths.length];
          const headers = { 'Accept-Encoding': ['br', 'gzip', 'identity'][number % 3] ?? '' };
          await clients.ask(answers, `${origin}${path}`, { headers });
        }
      });
      await Promise.all([publishing(), reading]);
      return answers;
    },
  },
  {
    name: 'hundreds of logins beside a post to compress',
    answered: 503,
    async run(origin, [author], lasting) {
      const answers: Answers = new Map();
      const until = Date.now() + lasting;
      const prose = Array.from({ length: 90_000 }, (_, word) => (word * 7_919).toString(36)).join(' ');
      const id = await idOf(await publish(origin, author, prose));
      using clients = clientsOf(280);
      await inParallel(280, async (number) => {
        do {
          if (number % 14 === 0) {
            await clients.ask(answers, origin + callPaths.post(id), { headers: { 'Accept-Encoding': 'br' } });
          } else {
            const body = loginBody(number, 'wrong horse');
            await clients.ask(answers, origin + callPaths.login, { method: 'POST', body });
          }
        } while (Date.now() < until);
      });
      return answers;
    },
  },
  {
    name: 'posts of 90,000 code blocks',
    answered: 200,
    async run(origin, [author], lasting) {
      const answers: Answers = new Map();
      using clients = clientsOf(20);
      // What was made once is cached: each round has posts of its own.
      for (const until = Date.now() + lasting; Date.now() < until; ) {
        const ids: string[] = [];
        for (let post = 0; post < 2; post++) {
          ids.push(await idOf(await publish(origin, author, '```\na\n```\n\n'.repeat(90_000))));
        }
        await inParallel(20, async (number) => {
          await clients.ask(answers, origin + pagePaths.blog(ids[number % ids.length] ?? ''));
        });
      }
      return answers;
    },
  },
  {
    name: 'long posts of one account read one after the other',
    answered: 200,
    async run(origin, [author], lasting) {
      const answers: Answers = new Map();
      const ids: string[] = [];
      // Just short of a post that the cache counts as large, and more of them than it has room for.
      const content = 'Some words, and *more*.\n\n'.repeat(6_000);
      for (let post = 0; post < 40; post++) ids.push(await idOf(await publish(origin, author, content)));
      using clients = clientsOf(120);
      const until = Date.now() + lasting;
      await inParallel(120, async (number) => {
        for (let next = number; Date.now() < until; next++) {
          await clients.ask(answers, origin + pagePaths.blog(ids[next % ids.length] ?? ''));
        }
      });
      return answers;
    },
  },
  {
    name: 'posts of nothing but brackets',
    answered: 422,
    async run(origin, attackers, lasting) {
      const answers: Answers = new Map();
      const body = Buffer.alloc(longestPostBody - 1, '[');
      using clients = clientsOf(12);
      const until = Date.now() + lasting;
      await inParallel(12, async (number) => {
        const headers = { Authorization: `Bearer ${attackers[number % attackers.length]?.token}` };
        while (Date.now() < until) {
          await clients.ask(answers, origin + callPaths.posts, { method: 'POST', headers, body });
        }
      });
      return answers;
    },
  },
  {
    name: 'posts of the worst Markdown',
    answered: 200,
    async run(origin, [first, second]) {
      const answers: Answers = new Map();
      const paragraphs = ['![', '[a](b', 'a@b.c ', 'www.', '*a **a '].map((piece) =>
        `${piece.repeat(9_900 / piece.length)}\n\n`.repeat(100),
      );
      const table = `${'|a'.repeat(1_000)}\n${'|-'.repeat(1_000)}\n${`${'|x'.repeat(1_000)}\n`.repeat(490)}`;
      const nested = `${'> - '.repeat(200)}a\n`.repeat(1_200);
      const ids: string[] = [];
      for (const [index, content] of [...paragraphs, table, nested].entries()) {
        ids.push(await idOf(await publish(origin, index % 2 ? first : second, content)));
      }
      using clients = clientsOf(20);
      await inParallel(20, async (number) => {
        const path = number % 5 === 0 ? '/feed.xml' : pagePaths.blog(ids[number % ids.length] ?? '');
        await clients.ask(answers, origin + path);
      });
      return answers;
    },
  },
  {
    name: 'sixty feeds of short posts whose tables have made-up cells',
    answered: 200,
    async run(origin, [author], lasting) {
      const answers: Answers = new Map();
      const topics = Array.from({ length: 60 }, (_, number) => `t${number}x`);
      const feeds = ['/feed.xml', ...topics.map((topic) => `${pagePaths.topic(topic)}/feed.xml`)];
      const columns = 18;
      const head = `${topics.map((topic) => `#${topic}`).join(' ')}\n\n${'|'.repeat(columns + 1)}\n${'|-'.repeat(columns)}|\n`;
      const content = (head + '|\n'.repeat(2_000)).slice(0, 2_000);
      for (let post = 0; post < 20; post++) await publish(origin, author, content);
      using clients = clientsOf(20);
      const until = Date.now() + lasting;
      // Each new post makes every feed another one.
      const publishing = async () => {
        for (let post = 0; post < 20 && Date.now() < until; post++) {
          count(answers, (await publish(origin, author, content)).status);
          await wait(300);
        }
      };
      const reading = inParallel(20, async (number) => {
        for (let next = number; Date.now() < until; next++)
          await clients.ask(answers, `${origin}${feeds[next % feeds.length]}`);
      });
      await Promise.all([publishing(), reading]);
      return answers;
    },
  },
  {
    name: 'one costly post repeated under its key, and edits of it that are stale',
    answered: 200,
    async run(origin, [author], lasting) {
      const answers: Answers = new Map();
      const columns = 18;
      const content = `#t\n${'|'.repeat(columns + 1)}\n${'|-'.repeat(columns)}|\n${'|\n'.repeat(900)}`;
      const body = Buffer.from(JSON.stringify({ title: 'same', imgUrl: '', content }));
      const own = { Authorization: `Bearer ${author.token}` };
      const keyed = { method: 'POST', headers: { ...own, 'Idempotency-Key': 'repeated' }, body };
      const stale = { method: 'PUT', headers: { ...own, 'If-Match': '"7"' }, body };
      const id = await idOf(
        await fetch(origin + callPaths.posts, { ...keyed, headers: { ...json, ...keyed.headers } }),
      );
      using clients = clientsOf(16);
      const until = Date.now() + lasting;
      await inParallel(16, async (number) => {
        const [path, asked] = number % 4 === 0 ? [callPaths.post(id), stale] : [callPaths.posts, keyed];
        while (Date.now() < until) await clients.ask(answers, origin + path, asked);
      });
      return answers;
    },
  },
  {
    name: 'posts that use one long address thousands of times',
    answered: 200,
    async run(origin, [first, second], lasting) {
      const answers: Answers = new Map();
      const bomb = (length: number, times: number) =>
        `[a]: https://x.example/${'A'.repeat(length)}\n\n${`${'[a] '.repeat(290)}\n\n`.repeat(times / 290)}`;
      const texts = [bomb(30_000, 3_190), bomb(10_000, 2_320), bomb(2_000, 29_000)];
      using clients = clientsOf(20);
      // What was made once is cached: each round has posts of its own.
      for (const until = Date.now() + lasting; Date.now() < until; ) {
        const published = texts.map((content, index) => publish(origin, index % 2 ? first : second, content));
        const ids = await Promise.all(published.map(async (answer) => idOf(await answer)));
        await inParallel(20, async (number) => {
          const path = number % 5 === 0 ? '/feed.xml' : pagePaths.blog(ids[number % ids.length] ?? '');
          await clients.ask(answers, origin + path);
        });
      }
      return answers;
    },
  },
  {
    name: 'a thousand hosts that nobody knows',
    answered: 200,
    async run(origin, [author], lasting) {
      const answers: Answers = new Map();
      const until = Date.now() + lasting;
      const id = await idOf(await publish(origin, author, 'Some words, and *more* words.\n\n'.repeat(6_000)));
      const paths = [pagePaths.blog(id), pagePaths.home, '/feed.xml', '/sitemap.xml'];
      using clients = clientsOf(20);
      await inParallel(20, async (client) => {
        for (let host = 0; host < 50 || Date.now() < until; host++) {
          const path = paths[host % paths.length];
          await clients.ask(answers, `${origin}${path}`, { headers: { Host: `${client}-${host}.example` } });
        }
      });
      return answers;
    },
  },
  {
    name: 'costly searches of posts made for them',
    answered: 200,
    async run(origin, [first, second], lasting) {
      const answers: Answers = new Map();
      const until = Date.now() + lasting;
      for (const [number, author] of [first, second, first, second].entries()) {
        const words = Array.from({ length: 30_000 }, (_, word) => `the${(30_000 * number + word).toString(36)}`);
        await publish(origin, author, words.join(' '));
      }
      using clients = clientsOf(200);
      await inParallel(200, async (number) => {
        for (let asked = 0; asked === 0 || Date.now() < until; asked++) {
          const words = Array.from({ length: 7 }, (_, word) => `the${((number + word) % 36).toString(36)}`);
          await clients.ask(answers, origin + callPaths.found('q', `the ${words.join(' ')} ${asked}`));
        }
      });
      return answers;
    },
  },
  {
    name: 'large pictures, and every form of them',
    answered: 201,
    async run(origin, attackers, lasting) {
      const answers: Answers = new Map();
      const until = Date.now() + lasting;
      const seeds = Array.from({ length: 4 }, (_, number) => number + 1);
      const images = await Promise.all(seeds.map((seed) => makeImage({ width: 1_600, height: 1_600, seed })));
      using clients = clientsOf(60);
      await inParallel(60, async (number) => {
        const [image, attacker] = [images[number % images.length], attackers[number % attackers.length]];
        if (!image || !attacker) return;
        for (let round = 0; round === 0 || Date.now() < until; round++) {
          count(answers, (await uploadTo(origin, attacker, image)).status);
          // Not one that is whole: it is decoded before it is refused.
          await uploadTo(origin, attacker, { ...image, bytes: image.bytes.subarray(0, -1_000) });
          for (const width of imageWidths) {
            const url = `${origin}${callPaths.image(image.name)}?width=${width}`;
            await clients.ask(answers, url, { headers: { Accept: accept } });
          }
        }
      });
      return answers;
    },
  },
  {
    name: 'posts without end from a few accounts',
    answered: 429,
    async run(origin, [first, second], lasting) {
      const answers: Answers = new Map();
      const until = Date.now() + lasting;
      // As long as a body may be.
      const isEnough = () => answers.has(429) || (answers.get(201) ?? 0) >= 40;
      const content = '\\u6f22'.repeat(limits.content);
      const body = Buffer.from(`{"title":"","imgUrl":"","content":"${content}"}`);
      using clients = clientsOf(12);
      await inParallel(12, async (number) => {
        const { token } = number % 2 === 0 ? first : second;
        for (let posts = 0; Date.now() < until || (posts < 1_000 && !isEnough()); posts++) {
          // Repeats are read like all others, and don't fill the disk where there is no limit.
          const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': `endless ${number} ${posts % 4}` };
          await clients.ask(answers, origin + callPaths.posts, { method: 'POST', headers, body });
        }
      });
      return answers;
    },
  },
];

export function registerAttackers(origin: string): Promise<Attackers> {
  const register = (name: string) => registerWriter(origin, name);
  return Promise.all([register('ada'), register('bob'), register('cyd'), ...['dot', 'eve', 'fay'].map(register)]);
}

/** Deletes all that the attackers have published. */
export async function cleanUp(origin: string, attackers: Attackers): Promise<void> {
  for (const { token, userId } of attackers) {
    for (;;) {
      const posts: { _id: string }[] = await (await fetch(origin + callPaths.userPosts(userId))).json();
      if (posts.length === 0) break;
      const headers = { Authorization: `Bearer ${token}` };
      for (const { _id } of posts) await fetch(origin + callPaths.post(_id), { method: 'DELETE', headers });
    }
  }
}

function count(answers: Answers, answer: number | 'cut'): void {
  answers.set(answer, (answers.get(answer) ?? 0) + 1);
}

async function inParallel(many: number, act: (number: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: many }, (_, number) => act(number)));
}

type Asked = { method?: string; headers?: Record<string, string>; body?: Buffer };

/** So many connections that are asked on in turns, and closed at the end. */
function clientsOf(most: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: most });
  const ask = async (answers: Answers, url: string, { method = 'GET', headers = {}, body }: Asked = {}) => {
    const length = body && { 'Content-Length': `${body.length}` };
    const sending = request(url, { method, headers: { ...(body && json), ...length, ...headers }, agent });
    try {
      const answered = once(sending, 'response');
      sending.end(body);
      const [answer]: IncomingMessage[] = await answered;
      answer?.resume();
      if (answer) await once(answer, 'end');
      count(answers, answer?.statusCode ?? 'cut');
    } catch {
      count(answers, 'cut');
    }
  };
  return { ask, [Symbol.dispose]: () => agent.destroy() };
}

async function publish(origin: string, { token }: Writer, content: string): Promise<Response> {
  const headers = { ...json, Authorization: `Bearer ${token}` };
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

/** Sockets on which something is sent once, and nothing more until the end. */
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
    // It may hear of its end as an error.
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

function statusOf(answer: string): number | 'cut' {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? [];
  return status ? Number(status) : 'cut';
}
