import { useState } from 'react';
import { LocalDate } from '../../../components/LocalDate.tsx';
import { QuietButton } from '../../../components/QuietButton.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { counted, countedAll } from '../../../text/counted.ts';
import { titleOf } from '../../../text/title-of.ts';
import type { Found } from './ChosenFiles.tsx';
import { LeftOutList } from './LeftOutList.tsx';

interface FoundPreviewProps {
  found: Found;
  /** @param site address of the imported blog; `''` if it is unknown or not needed */
  onImport: (site: string) => void;
  onClose: () => void;
}

/** The most texts to list. A longer list would be too long to read. */
const mostShown = 50;

/** Previews an import before anything is written. */
export function FoundPreview({ found, onImport, onClose }: FoundPreviewProps) {
  const { writing, comparison } = found;
  const [typed, setTyped] = useState('');
  const { texts, isSure } = comparison;
  const missing = texts.filter(({ isThere }) => !isThere);
  const words = inWords(missing.map(({ text }) => text.kind));
  const needsSite = missing.some(({ text }) => text.source.startsWith('ghost:'));
  return (
    <>
      <p role="status">
        {texts.length === 0
          ? 'Nothing in it can be imported.'
          : `${writing.from}: ${inWords(texts.map(({ text }) => text.kind))}.${hereAlready(texts.length - missing.length)}`}
      </p>
      {!isSure && texts.length > 0 && (
        <p>There is no connection. More may be here already; nothing is imported twice.</p>
      )}
      {texts.length > 0 && (
        <ul className="import-texts">
          {texts.slice(0, mostShown).map(({ text, id, isThere }) => (
            <li key={`${id} ${text.source}`}>
              <span>{titleOf(text)}</span>
              <small>
                <LocalDate date={text.createdAt} />
                {text.kind === 'draft' && (text.whyDraft ? ` · draft. ${text.whyDraft}` : ' · draft')}
                {text.versions.length > 0 && ` · ${counted(text.versions.length, 'earlier version')}`}
                {isThere && ' · already here'}
              </small>
            </li>
          ))}
          {texts.length > mostShown && <li>and {(texts.length - mostShown).toLocaleString()} more</li>}
        </ul>
      )}
      <LeftOutList words="cannot be imported" leftOut={writing.leftOut} />
      {needsSite && (
        <TextField
          label="Address of the original blog, for its links and pictures"
          type="url"
          placeholder="https://"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <p className="form-actions">
        {missing.length > 0 && (
          <button type="button" className="button" onClick={() => onImport(withScheme(typed))}>
            Import {words}
          </button>
        )}
        <QuietButton onClick={onClose}>{missing.length > 0 ? 'Cancel' : 'Close'}</QuietButton>
      </p>
    </>
  );
}

/** Adds `https://` to an address that was typed without a scheme. */
const withScheme = (typed: string): string =>
  typed.trim() === '' || /^https?:/i.test(typed.trim()) ? typed.trim() : `https://${typed.trim()}`;

function inWords(kinds: ('post' | 'draft')[]): string {
  const drafts = kinds.filter((kind) => kind === 'draft').length;
  return countedAll({ post: kinds.length - drafts, draft: drafts });
}

const hereAlready = (count: number): string => (count === 0 ? '' : ` Already here: ${count.toLocaleString()}.`);
