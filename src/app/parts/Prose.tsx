import { useMemo } from 'react';
import { proseParts } from './proseParts.ts';

/**
 * Plain text as it was written: paragraphs and line breaks, code in a block of its own, addresses as links that tell the
 * other side nothing of this one. A rendered page is read back from here, so the words are all there, and no others.
 */
export function Prose({ content }: { content: string }) {
  const parts = useMemo(() => proseParts(content), [content]);
  let at = 0;
  return (
    <div className="prose" dir="auto">
      {parts.map(({ kind, text }) => {
        const key = at;
        at += text.length;
        switch (kind) {
          case 'text':
            return text;
          case 'code':
            return (
              <code key={key} dir="ltr">
                {text}
              </code>
            );
          case 'link':
            return (
              <a key={key} href={text} rel="noopener noreferrer nofollow ugc">
                {text}
              </a>
            );
        }
        return kind satisfies never;
      })}
    </div>
  );
}
