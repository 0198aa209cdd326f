import { languageLabel } from '../../text/markdown/languages.ts';
import type { CodeBlock } from '../../text/markdown/tree.ts';
import { each } from './Inlines.tsx';

/** A block of code, with its language and the buttons that wrap and copy it. */
export function CodeFigure({ code: { language, text, tokens } }: { code: CodeBlock }) {
  const label = languageLabel(language);
  return (
    <figure className="code" dir="ltr">
      <figcaption className="code-head">
        <span className="code-language">{label || 'Code'}</span>
        <button type="button" className="code-button" data-press="wrap" aria-pressed="false">
          Wrap
        </button>
        <button type="button" className="code-button" data-press="copy">
          Copy
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it once it has the focus */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, and this is one text */}
      <pre tabIndex={0} role="group" aria-label={label ? `${label} code` : 'Code'}>
        <code>
          {tokens
            ? each(tokens, (token) =>
                typeof token === 'string' ? token : <span className={`code-${token[0]}`}>{token[1]}</span>,
              )
            : text}
        </code>
      </pre>
    </figure>
  );
}
