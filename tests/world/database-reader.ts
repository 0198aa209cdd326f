import sqlite from 'node:sqlite';
import type { StoredPost } from './backend.ts';
import type { StoredVersion } from './history.ts';

/** The contents of a database at one moment. */
export interface Stored {
  posts: readonly StoredPost[];
  history: readonly StoredVersion[];
  images: ReadonlyMap<string, Uint8Array>;
}

/** Returns a reader of a server's database, which works while the server is down. */
export function readerOf(file: string) {
  const database = new sqlite.DatabaseSync(file, { readOnly: true });
  const posts = database.prepare(
    `select posts.id, version, title, content, img_url as imgUrl, title as listed, content as shown, users.name as author,
     author_id as authorId, posts.created_at as created from posts join users on users.id = posts.author_id`,
  );
  const history = database.prepare(
    `select world_history.id, version, title, content, img_url as imgUrl, users.name as author, key
     from world_history join users on users.id = author_id order by world_history.rowid`,
  );
  const images = database.prepare("select image, bytes from image_files where variant = ''");
  const stored = (): Stored => ({
    posts: (posts.all() as unknown as (StoredPost & { created: string })[]).map(({ created, ...post }) => ({
      ...post,
      createdAt: Date.parse(created),
    })),
    history: history.all() as unknown as StoredVersion[],
    images: new Map(images.all().map(({ image, bytes }) => [String(image), bytes as Uint8Array])),
  });
  return { database, version: database.prepare('pragma data_version'), stored };
}
