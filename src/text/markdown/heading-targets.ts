import { createHeadingIds } from './heading-ids.ts';

/** Finds the heading that a link's fragment means, even if the fragment follows another program's rules. */
export class HeadingTargets {
  #idOf = createHeadingIds();
  /** Maps each heading's id, and the id that its author gave, to the heading's id. */
  #given = new Map<string, string>();
  /** Maps the slugs of GitHub, Hugo and Jekyll, which number repeated slugs from 1, to the headings' ids. */
  #named = new Map<string, string>();
  #counts = new Map<string, number>();
  /** Maps the letters and digits of names, which the slugs of all programs keep, to the headings' ids. */
  #alike = new Map<string, string[]>();

  /** Adds a heading with its name and the id that its author gave. Returns the heading's id. */
  add(name: string, given: string | undefined): string {
    const id = this.#idOf(given ?? name);
    this.#given.set(id, id);
    if (given !== undefined && !this.#given.has(given)) this.#given.set(given, id);
    this.#named.set(this.#slugOf(name), id);
    // Some programs drop the characters before the first letter.
    for (const key of new Set([lettersOf(name) || 'section', lettersOf(name.replace(/^\P{L}+/u, ''))])) {
      const alike = this.#alike.get(key);
      if (alike) alike.push(id);
      else if (key) this.#alike.set(key, [id]);
    }
    return id;
  }

  #slugOf(name: string): string {
    const first = name
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-');
    let slug = first;
    let count = this.#counts.get(first) ?? 0;
    for (; this.#named.has(slug); slug = `${first}-${count}`) count += 1;
    this.#counts.set(first, count);
    return slug;
  }

  /** Returns the id of the heading that a link's fragment means. `fragment` has no `#`. */
  find(fragment: string): string | undefined {
    const name = decoded(fragment);
    const counted = /^(.*)[-_](\d{1,5})$/.exec(name);
    return (
      this.#given.get(name) ??
      this.#named.get(name) ??
      (counted && this.#alike.get(lettersOf(counted[1] ?? ''))?.[Number(counted[2])]) ??
      this.#alike.get(lettersOf(name))?.[0]
    );
  }
}

/** Returns the letters and digits in lower case, without accents and other marks. */
const lettersOf = (text: string): string =>
  text
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return fragment;
  }
}
