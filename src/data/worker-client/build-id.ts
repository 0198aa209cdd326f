/**
 * What names this page's build: the path of its entry script, which the start script may load later. Its name has a hash
 * of its content, and so of the names of all that it loads.
 */
export function buildId(): string {
  const script = document.querySelector('script[data-modules], script[type="module"]');
  const [entry = ''] = (script?.getAttribute('data-modules') ?? script?.getAttribute('src') ?? '').split(' ');
  return entry;
}
