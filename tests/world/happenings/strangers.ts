import { withEtag } from '../../../src/server/posts/post-etag.ts';
import { appOrigin } from '../app-origin.ts';
import { bearer, callTo, type Elsewhere } from '../blog.ts';
import type { WireAnswer, WireCall } from '../network.ts';
import { pictureFile, pictureName } from '../picture-files.ts';
import type { Server } from '../server.ts';
import type { World } from '../world.ts';
import { happening } from './happening.ts';

const unknown = 'A'.repeat(43);

/**
 * Credentials of strangers: Linus's token or cookie, an unknown token, none, or an author's cookie from a hostile page.
 */
const credentials: readonly ((linus: Elsewhere, author: string) => Record<string, string>)[] = [
  ({ token }) => bearer(token),
  ({ cookie }) => ({ Cookie: cookie, Origin: appOrigin }),
  ({ token, cookie }) => ({ ...bearer(token), Cookie: cookie, Origin: appOrigin }),
  ({ cookie }) => ({ Cookie: cookie, Origin: 'https://evil.example' }),
  ({ cookie }) => ({ Cookie: cookie }),
  ({ cookiesOfOthers }, author) => ({ Cookie: cookiesOfOthers.get(author) ?? '', Origin: 'https://evil.example' }),
  () => bearer(unknown),
  () => ({ Cookie: `session=${unknown}`, Origin: appOrigin }),
  () => ({}),
];

/** Returns a happening in which a stranger makes the calls of `ask`. Each call that the server accepts is a fault. */
const tries = (name: string, weight: number, ask: (world: World, server: Server) => Promise<WireCall[]>) =>
  happening(`sees that a stranger ${name}`, weight, (world) => {
    const { server } = world;
    if (server.kind !== 'own' || !server.elsewhere) return;
    world.begin(`elsewhere: Linus ${name}`, async () => {
      for (const call of await ask(world, server)) {
        const { status } = await server.handle(call);
        world.check('the server refuses whatever a stranger tries');
        if (status < 400) return void world.faults.push(`A stranger ${name}, and is answered ${status}`);
      }
    });
  });

/**
 * Returns another author's post with two ETags: its own, and the ETag of the same post with Linus as its author.
 * Anybody can compute the second ETag from the post.
 */
async function theirs({ turns }: World, server: Server) {
  const posts = server.posts().filter(({ author }) => author !== 'Linus');
  const post = posts[turns.pick(posts.length)];
  if (!post) return undefined;
  const read: WireAnswer = await server.handle(callTo('GET', `/blog/posts/${post.id}`));
  const etag = new Map(read.headers).get('etag');
  if (etag === undefined || !server.elsewhere) return undefined;
  const { author } = server.elsewhere;
  const forged = withEtag({ ...JSON.parse(new TextDecoder().decode(read.body)), author });
  return { id: post.id, tags: `${etag}, ${forged.etag}`, author: post.author };
}

const withEach = ({ elsewhere }: Server, author: string, callWith: (headers: Record<string, string>) => WireCall) =>
  credentials.map((headersOf) => callWith(headersOf(elsewhere as Elsewhere, author)));

/** Happenings in which a stranger tries to change another author's post, or to replace an image. */
export const strangers = [
  tries('edits a post that is not theirs', 6, async (world, server) => {
    const post = await theirs(world, server);
    const body = { title: 'Taken', imgUrl: '', content: 'stranger' };
    if (!post) return [];
    return withEach(server, post.author, (headers) =>
      callTo('PUT', `/blog/posts/${post.id}`, { body, headers: { 'If-Match': post.tags, ...headers } }),
    );
  }),
  tries('deletes a post that is not theirs', 6, async (world, server) => {
    const post = await theirs(world, server);
    if (!post) return [];
    return withEach(server, post.author, (headers) => callTo('DELETE', `/blog/posts/${post.id}`, { headers }));
  }),
  tries('uploads an image under the name of another image', 6, async (_, server) => {
    const call = callTo('PUT', `/images/${pictureName(pictureFile(254))}`, {
      headers: bearer(server.elsewhere?.token ?? ''),
    });
    return [{ ...call, body: pictureFile(255) }];
  }),
];
