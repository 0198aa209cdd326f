import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { pagePaths } from '../../../contract/paths.ts';
import { withSearch } from './search.ts';

/** Returns the query as the server accepts it: trimmed, and no longer than the limit. */
export const queryOf = (text: string): string => text.trim().slice(0, 200).trim().toWellFormed();

interface SearchFieldProps {
  /** The query in the address. */
  query: string;
  /** The query that the app puts into the address for this field. That change must not overwrite the field. */
  settled: RefObject<string | undefined>;
  type: (query: string) => void;
  submit: (query: string) => void;
}

/** A plain form: it works before the app has started, and without JavaScript. */
export function SearchField({ query, settled, type, submit }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const isStarted = useRef(false);
  const follow = useEffectEvent(() => {
    const { current: input } = field;
    const isOwn = settled.current === query;
    settled.current = undefined;
    if (!input || isOwn || queryOf(input.value) === query) return;
    // In this effect's first run, the reader typed before the app started. Later, a link or Back changed the address.
    if (isStarted.current) input.value = query;
    else type(queryOf(input.value));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows each change of the query.
  useEffect(() => {
    follow();
    isStarted.current = true;
  }, [query]);
  return (
    <search>
      <form
        className="search"
        action={pagePaths.home}
        onSubmit={(event) => {
          event.preventDefault();
          submit(queryOf(event.currentTarget.q.value));
        }}
      >
        <input
          ref={field}
          type="search"
          name="q"
          aria-label="Search blogs"
          placeholder="Search blogs"
          maxLength={200}
          defaultValue={query}
          // In a later task, so that the caret appears first.
          onFocus={() => setTimeout(wake)}
          onInput={(event) => type(queryOf(event.currentTarget.value))}
        />
        <button type="submit" className="button quiet">
          Search
        </button>
      </form>
    </search>
  );
}

/** Loads the search when the field gets its first focus. */
const wake = () => withSearch(({ prepareSearch }) => prepareSearch());
