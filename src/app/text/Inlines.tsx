import { Fragment, type ReactNode } from 'react';
import { textImageAddress } from '../../contract/image-url.ts';
import { narrowerForms, parseImagePath } from '../../contract/images.ts';
import { pagePaths } from '../../contract/paths.ts';
import { isOwnBackend } from '../../device/calls/host.ts';
import { splitTopics } from '../../text/markdown/topics.ts';
import type { Inline } from '../../text/markdown/tree.ts';

export interface RenderTarget {
  /** Host name of the page, or `''` if unknown. Only a page on a private host loads images from private addresses. */
  host: string;
  /**
   * Set for a feed. It has absolute addresses and no controls, because feed readers know neither the page nor its
   * styles.
   */
  feed?: FeedTarget;
}

export interface FeedTarget {
  /** The site's origin, or `''` if unknown. */
  origin: string;
  /** The path of the post's page, which resolves relative addresses. */
  path: string;
}

export interface TargetProps {
  target: RenderTarget;
}

/** Renders a list that never changes its order, so that positions can be the keys. */
export const each = <Item,>(items: Item[], render: (item: Item, index: number) => ReactNode): ReactNode =>
  items.map((item, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts have no other identity than their place
    return <Fragment key={index}>{render(item, index)}</Fragment>;
  });

/** Renders the content of a line: text, emphasis, links and images. */
export function Inlines({
  inlines,
  target,
  isInLink = false,
}: TargetProps & { inlines: Inline[]; isInLink?: boolean }) {
  return each(inlines, (inline) => {
    switch (inline.kind) {
      case 'text':
        return isInLink || !isOwnBackend ? inline.text : <Topics text={inline.text} target={target} />;
      case 'break':
        return <br />;
      case 'code':
        return <code dir="ltr">{inline.text}</code>;
      case 'emphasis':
      case 'strong':
      case 'deleted': {
        const Mark = ({ emphasis: 'em', strong: 'strong', deleted: 'del' } as const)[inline.kind];
        return (
          <Mark>
            <Inlines inlines={inline.children} target={target} isInLink={isInLink} />
          </Mark>
        );
      }
      case 'link':
        return (
          <Anchor url={inline.url} title={inline.title} target={target}>
            <Inlines inlines={inline.children} target={target} isInLink />
          </Anchor>
        );
      case 'image':
        return <Image image={inline} target={target} isInLink={isInLink} />;
      case 'reference':
        return <Reference reference={inline} target={target} isInLink={isInLink} />;
    }
    return inline satisfies never;
  });
}

/** Renders a text with its topics as links to their pages. Only our own backend has such pages. */
function Topics({ text, target }: TargetProps & { text: string }) {
  return each(splitTopics(text), (piece) =>
    typeof piece === 'string' ? piece : <a href={absolute(pagePaths.topic(piece.topic), target)}>{piece.written}</a>,
  );
}

export const noteId = (note: number): string => `n-${note}`;

/** Returns the name of a reference to a note: `3` for the first reference to note 3, `3-2` for the second. */
export const referenceName = (note: number, count: number): string => (count === 1 ? `${note}` : `${note}-${count}`);

interface ReferenceProps extends TargetProps {
  reference: Extract<Inline, { kind: 'reference' }>;
  isInLink: boolean;
}

function Reference({ reference: { note, count }, target, isInLink }: ReferenceProps) {
  const href = absolute(`#${noteId(note)}`, target);
  if (target.feed) return <sup>{isInLink ? `[${note}]` : <a href={href}>{`[${note}]`}</a>}</sup>;
  return (
    <sup id={`r-${referenceName(note, count)}`}>
      {isInLink ? (
        note
      ) : (
        <a href={href} aria-label={`Footnote ${note}`}>
          {note}
        </a>
      )}
    </sup>
  );
}

function Anchor({ url, title, target, children }: TargetProps & { url: string; title: string; children: ReactNode }) {
  return (
    <a href={absolute(url, target)} rel="noopener noreferrer nofollow ugc" {...(title && { title })}>
      {children}
    </a>
  );
}

interface ImageProps extends TargetProps {
  image: Extract<Inline, { kind: 'image' }>;
  isInLink: boolean;
}

/** Renders an image from the web or our own backend, and any other image as a link with its alternative text. */
function Image({ image: { url, alt, title }, target, isInLink }: ImageProps) {
  const address = textImageAddress(url, target.host);
  const text = alt || url;
  if (address === undefined)
    return isInLink || !text ? (
      text
    ) : (
      <Anchor url={url} title={title} target={target}>
        {text}
      </Anchor>
    );
  const forms = formsOf(address, target);
  return (
    <img
      className={forms ? 'prose-image' : 'prose-image unsized'}
      src={absolute(address, target)}
      alt={alt}
      {...(title && { title })}
      {...forms}
      loading="lazy"
      decoding="async"
    />
  );
}

/**
 * Returns the size of an uploaded image in CSS pixels, and its narrower sizes as `srcset`. A feed gets no `srcset`,
 * because feed readers might not know it.
 */
function formsOf(address: string, { feed }: RenderTarget) {
  const image = parseImagePath(address);
  if (!image) return undefined;
  const { width, height } = image;
  const srcSet = feed ? undefined : narrowerForms(address);
  return { width, height, ...(srcSet && { srcSet, sizes: `min(${width}px,100vw,42rem)` }) };
}

/** Stands in for the site's origin if that is unknown. */
const unknown = 'https://site.invalid';

/** Returns an address that works where it is shown: absolute in a feed, or a path if the feed's origin is unknown. */
export function absolute(url: string, { feed }: RenderTarget): string {
  if (!feed || URL.canParse(url)) return url;
  const { origin, href } = new URL(url, (feed.origin || unknown) + feed.path);
  return origin === unknown ? href.slice(unknown.length) : href;
}
