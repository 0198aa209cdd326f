import { type ReactNode, startTransition, useContext, useEffect, useState } from 'react';
import { resultWithin } from '../../device/with-timeout.ts';
import { isUncontrolled } from '../../reading/shown/read-in-page.ts';
import { domToReact } from '../text/dom-to-react.ts';
import { PlainText } from '../text/PlainText.tsx';
import { isTypefaceLoaded, loadTypeface } from '../text/typeface.ts';
import { withoutAllComments } from '../text/without-comments.ts';
import { HydrationContext } from './HydrationContext.ts';

let formatter: typeof import('../text/format-on-device.ts') | undefined;

const loadFormatter = async () => {
  formatter ??= await import('../text/format-on-device.ts');
  return formatter;
};

// Begins while the post itself is still read. A page that came with its post needs none, perhaps ever.
if (!import.meta.env.SSR && !document.querySelector('.prose')) {
  loadFormatter().catch((error) => console.debug('Could not load the formatter ahead; it is tried again.', error));
}

if (!import.meta.env.SSR) void loadTypeface();

/** How long a text waits for the typeface, which the device has where it has a worker, in milliseconds. */
const typefacePatience = 100;

/**
 * The text of a post or of a page of the site, formatted; `undefined` until it is. A newer text replaces an older one
 * once it is formatted too.
 */
export function useProse(text: { content: string } | undefined): ReactNode | undefined {
  const first = useContext(HydrationContext);
  const isBrought = text !== undefined && (first.post === text || first.sitePage === text);
  const content = isBrought ? undefined : text?.content;
  const [atOnce] = useState(() => ({ content, prose: formatAtOnce(content) }));
  const [shown, setShown] = useState<ReactNode>(isBrought ? (first.prose ?? <RenderedProse />) : atOnce.prose);
  useEffect(() => {
    if (content === undefined) return;
    if (atOnce.prose !== undefined && content === atOnce.content) {
      setShown(atOnce.prose);
      return;
    }
    let isCurrent = true;
    let isFirst = true;
    void format(content, (prose) => {
      if (!isCurrent) return;
      if (isFirst) setShown(prose);
      // Colours arrive later and move no line: they must not hold up what the reader does.
      else startTransition(() => setShown(prose));
      isFirst = false;
    });
    return () => {
      isCurrent = false;
    };
  }, [content, atOnce]);
  return shown;
}

/** The text of a rendered page, read from the page only when it is hydrated. */
function RenderedProse() {
  const [elements] = useState(() => {
    const prose = document.querySelector('.prose');
    return prose && domToReact(prose);
  });
  return elements;
}

/** Returns `undefined` where the formatter, or the typeface that the text is to have, is not there yet. */
const formatAtOnce = (content: string | undefined): ReactNode | undefined =>
  content !== undefined && (isUncontrolled() || isTypefaceLoaded()) ? formatter?.formatAtOnce(content) : undefined;

/** Never rejects: a text that can't be formatted is shown as it was written. */
async function format(content: string, show: (prose: ReactNode) => void): Promise<void> {
  try {
    const [{ formatOnDevice }] = await Promise.all([
      loadFormatter(),
      isUncontrolled() || resultWithin(typefacePatience, loadTypeface()),
    ]);
    await formatOnDevice(content, show);
  } catch (error) {
    console.error('Could not format the text; it is shown as it was written.', error);
    show(<PlainText text={withoutAllComments(content)} />);
  }
}
