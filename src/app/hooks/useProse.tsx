import { type ReactNode, startTransition, useContext, useEffect, useState } from 'react';
import { resultWithin } from '../../device/with-timeout.ts';
import { isUncontrolled } from '../../reading/shown/read-in-page.ts';
import { domToReact } from '../text/dom-to-react.ts';
import { isTypefaceLoaded, loadTypeface } from '../text/typeface.ts';
import { withoutAllComments } from '../text/without-comments.ts';
import { HydrationContext } from './HydrationContext.ts';

let formatter: typeof import('../text/format-on-device.ts') | undefined;

const loadFormatter = async () => {
  formatter ??= await import('../text/format-on-device.ts');
  return formatter;
};

// Loads the formatter while the post itself is still being read. A server-rendered page may never need the formatter.
if (!import.meta.env.SSR && !document.querySelector('.prose')) {
  loadFormatter().catch((error) => console.debug('Could not load the formatter ahead; trying again later.', error));
}

if (!import.meta.env.SSR) void loadTypeface();

/**
 * How long a text waits for the typeface, in milliseconds. Only a page with a worker waits: an earlier visit has
 * probably cached the typeface.
 */
const typefacePatience = 100;

/**
 * Returns the formatted text of a post or of a page of the site, or `undefined` until it is formatted. An older text
 * stays until the newer one is formatted.
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
      // The second result only adds the colours of code, which must not hold up the reader's input.
      else startTransition(() => setShown(prose));
      isFirst = false;
    });
    return () => {
      isCurrent = false;
    };
  }, [content, atOnce]);
  return shown;
}

/** The text of a server-rendered page. Reads the text from the page only when React hydrates this component. */
function RenderedProse() {
  const [elements] = useState(() => {
    const prose = document.querySelector('.prose');
    return prose && domToReact(prose);
  });
  return elements;
}

/** Returns the formatted text, or `undefined` if the formatter or the typeface of posts has not loaded. */
const formatAtOnce = (content: string | undefined): ReactNode | undefined =>
  content !== undefined && (isUncontrolled() || isTypefaceLoaded()) ? formatter?.formatAtOnce(content) : undefined;

/** Formats a text. Never rejects: a text that can't be formatted is shown as it was written. */
async function format(content: string, show: (prose: ReactNode) => void): Promise<void> {
  try {
    const [{ formatOnDevice }] = await Promise.all([
      loadFormatter(),
      isUncontrolled() || resultWithin(typefacePatience, loadTypeface()),
    ]);
    await formatOnDevice(content, show);
  } catch (error) {
    console.error('Could not format the text; it is shown as it was written.', error);
    show(<p dir="auto">{withoutAllComments(content)}</p>);
  }
}
