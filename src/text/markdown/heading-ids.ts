/** The longest id in characters, without prefix and number. A longer heading is cut. */
const longest = 60;

/**
 * Returns a function that gives each heading a unique id, such as `s-how-it-works`. A repeated heading gets a number.
 * The prefix keeps a post's ids apart from those of the page.
 */
export function createHeadingIds(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
    const slug = `s-${[...words.join('-')].slice(0, longest).join('')}`;
    let id = slug;
    let count = used.get(slug) ?? 0;
    while (used.has(id)) {
      count += 1;
      id = `${slug}-${count + 1}`;
    }
    used.set(slug, count);
    used.set(id, used.get(id) ?? 0);
    return id;
  };
}
