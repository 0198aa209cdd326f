import { useRef, useState } from 'react';
import type { Follow } from '../../../data/follows/follow.ts';
import { follow, readFollowing } from '../../../data/follows/follow-store.ts';
import { maxOpmlBytes, readOpml, writeOpml } from '../../../data/follows/opml.ts';
import { lookAtFollowed } from '../../../data/follows/start-following.ts';
import { saveFile } from '../../save-file.ts';

/** What is followed as an OPML file, for another device or another reader of feeds; and from one. */
export function FollowingFile({ follows }: { follows: Follow[] }) {
  const [said, setSaid] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setSaid('Reading the file…');
    setSaid(await followFrom(file));
  };
  return (
    <>
      <p className="form-actions">
        {follows.length > 0 && (
          <button type="button" className="button quiet" onClick={() => save(follows)}>
            Save as OPML
          </button>
        )}
        <button type="button" className="button quiet" onClick={() => picker.current?.click()}>
          Add from OPML
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label="OPML file"
          accept=".opml,.xml,text/x-opml,application/xml,text/xml"
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0]);
            // Otherwise the same file could not be chosen a second time.
            currentTarget.value = '';
          }}
        />
      </p>
      <p role="status">{said}</p>
    </>
  );
}

const save = (follows: Follow[]): void =>
  saveFile(new Blob([writeOpml(follows, location.origin)], { type: 'text/x-opml' }), 'storyline-following.opml');

/** @returns what became of it, in words */
async function followFrom(file: File): Promise<string> {
  if (file.size > maxOpmlBytes) return 'That file is too large to be a list of feeds. Nothing was added.';
  try {
    const contents = readOpml(await file.text(), location.origin);
    if (contents.kind === 'no OPML') return 'That file is no OPML. Nothing was added.';
    const { followed, left } = contents;
    const before = new Set((await readFollowing()).follows.map(({ kind, key }) => `${kind} ${key}`));
    const already = followed.filter(({ kind, key }) => before.has(`${kind} ${key}`)).length;
    const added = await follow(followed);
    if (added > 0) void lookAtFollowed();
    return inWords({ added, already, beyond: followed.length - already - added, left });
  } catch (error) {
    console.error('Could not add what the file lists.', error);
    return 'That file could not be read, or this device stores nothing. Nothing was added.';
  }
}

function inWords({ added, already, beyond, left }: Record<'added' | 'already' | 'beyond' | 'left', number>): string {
  const parts = [added === 0 ? 'Nothing was added.' : `Added ${added}.`];
  if (already > 0) parts.push(`You follow ${already} of them already.`);
  if (beyond > 0) parts.push(`Left out for want of room: ${beyond}.`);
  if (left > 0) parts.push(`Left out, as they are not authors or topics of this site: ${left}.`);
  return parts.join(' ');
}
