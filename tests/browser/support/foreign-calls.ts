import { randomBytes } from 'node:crypto';
import { pathnameOf, type Received } from './received.ts';

interface User {
  id: string;
  token: string;
  username: string;
  email: string;
  password: string;
}

interface StoredPost {
  _id: string;
  title: string;
  imgUrl: string;
  content: string;
  createdAt: string;
  author: { email: string };
}

/** The state of a foreign backend, which lists the oldest post first. Our own backend lists the newest first. */
export interface ForeignState {
  users: User[];
  posts: StoredPost[];
  /** Creates ids and tokens. */
  newId: () => string;
}

export interface Answer {
  status: number;
  body?: unknown;
}

/** Returns an id like a Mongo ObjectId: 24 hexadecimal digits. */
const randomId = (): string => randomBytes(12).toString('hex');

export function newForeignState(newId = randomId): ForeignState {
  return { users: [], posts: [], newId };
}

const allowedMethods = ['GET', 'POST', 'DELETE'];
const allowedHeaders = ['authorization', 'content-type', 'accept'];

/**
 * Answers a CORS preflight. Refuses a method or header that the contract lacks, so that the browser blocks the call.
 */
export function answerPreflight({ headers }: Pick<Received, 'headers'>): {
  status: number;
  headers: [string, string][];
} {
  const method = String(headers['access-control-request-method']);
  const wanted =
    String(headers['access-control-request-headers'] ?? '')
      .toLowerCase()
      .match(/[^,\s]+/g) ?? [];
  if (!allowedMethods.includes(method) || !wanted.every((name) => allowedHeaders.includes(name)))
    return { status: 403, headers: [] };
  return {
    status: 204,
    headers: [
      ['Access-Control-Allow-Methods', allowedMethods.join(', ')],
      ['Access-Control-Allow-Headers', 'Authorization, Content-Type, Accept'],
    ],
  };
}

export function answerCall(state: ForeignState, call: Pick<Received, 'method' | 'path' | 'headers' | 'body'>): Answer {
  const path = pathnameOf(call);
  const [, id] = /^\/blog\/posts\/([^/]+)$/.exec(path) ?? [];
  const [, userId] = /^\/blog\/users\/([^/]+)\/posts$/.exec(path) ?? [];
  const payload: Record<string, string> = call.body === '' ? {} : JSON.parse(call.body);
  const user = state.users.find(({ token }) => call.headers.authorization === `Bearer ${token}`);

  switch (`${call.method} ${path}`) {
    case 'GET /auth/me':
      return user === undefined
        ? { status: 401 }
        : { status: 200, body: { username: user.username, email: user.email } };
    case 'POST /auth/register':
      return register(state, payload);
    case 'POST /auth/login':
      return login(state, payload);
    case 'GET /blog/posts':
      return { status: 200, body: state.posts };
    case 'POST /blog/posts':
      return user === undefined ? { status: 401 } : publish(state, user, payload);
    case `GET /blog/users/${userId}/posts`:
      return { status: 200, body: postsOf(state, userId) };
    case `GET /blog/posts/${id}`:
      return found(state.posts.find((post) => post._id === id));
    case `DELETE /blog/posts/${id}`:
      return remove(state, id);
    default:
      return { status: 404 };
  }
}

function register(state: ForeignState, { name = '', email = '', password = '' }: Record<string, string>): Answer {
  if (state.users.some((user) => user.email === email)) return { status: 409 };
  const user = { id: state.newId(), token: state.newId(), username: name, email, password };
  state.users.push(user);
  return { status: 201, body: { token: user.token, userId: user.id } };
}

function login(state: ForeignState, { email, password }: Record<string, string>): Answer {
  const user = state.users.find((known) => known.email === email && known.password === password);
  return user === undefined ? { status: 401 } : { status: 200, body: { token: user.token, userId: user.id } };
}

function publish(state: ForeignState, { email }: User, payload: Record<string, string>): Answer {
  const { title = '', imgUrl = '', content = '' } = payload;
  const createdAt = new Date(Date.UTC(2026, 0, 1 + state.posts.length, 12)).toISOString();
  state.posts.push({ _id: state.newId(), title, imgUrl, content, createdAt, author: { email } });
  return { status: 201 };
}

function found(post: StoredPost | undefined): Answer {
  return post === undefined ? { status: 404 } : { status: 200, body: post };
}

function postsOf(state: ForeignState, userId: string | undefined): StoredPost[] {
  const user = state.users.find(({ id }) => id === userId);
  return state.posts.filter(({ author }) => author.email === user?.email);
}

function remove(state: ForeignState, id: string | undefined): Answer {
  const at = state.posts.findIndex((post) => post._id === id);
  if (at === -1) return { status: 404 };
  state.posts.splice(at, 1);
  return { status: 200 };
}
