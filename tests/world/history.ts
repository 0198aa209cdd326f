import sqlite from 'node:sqlite';

/** A version of a post as the server has committed it. The history keeps it after its post is deleted. */
export interface StoredVersion {
  id: string;
  version: number;
  /** Title, content and image as they were sent. */
  title: string;
  content: string;
  /** The address of its cover, or ''. */
  imgUrl: string;
  /** The author's name. */
  author: string;
  /** The key of the edit that made this version, or ''. */
  key: string;
}

/** Adds triggers that record each version as it is stored. The server itself forgets the versions of deleted posts. */
export function recordHistory(file: string): void {
  const database = new sqlite.DatabaseSync(file);
  const key = 'select key from idempotency_keys where post_id = new.id and version = new.version';
  const note = `insert into world_history select new.id, new.version, new.title, new.content, new.img_url, new.author_id,
    coalesce((${key}), '')`;
  database.exec(`
    create table world_history
      (id text, version integer, title text, content text, img_url text, author_id text, key text);
    create trigger world_published after insert on posts begin ${note}; end;
    create trigger world_edited after update of title, content, img_url, version on posts begin ${note}; end;
  `);
  database.close();
}
