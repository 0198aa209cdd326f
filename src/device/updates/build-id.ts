/**
 * Returns the name of this page's build: the path of its entry script, which the start script may load later. The path
 * has a hash of the script's content, which names every file that the script loads.
 */
export function buildId(): string {
  const script = document.querySelector('script[data-modules], script[type="module"]');
  const [entry = ''] = (script?.getAttribute('data-modules') ?? script?.getAttribute('src') ?? '').split(' ');
  return entry;
}
