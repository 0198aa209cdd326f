import { createElement, type ReactNode } from 'react';

/** Attributes that are named differently in React. */
const renamed: Record<string, string> = { class: 'className', srcset: 'srcSet', tabindex: 'tabIndex' };

/** Matches the boolean attributes. */
const isSwitch = /^(?:checked|disabled)$/;

/**
 * Returns the rendered content of an element as React elements. With these, hydration needs neither a parser nor a
 * second copy of the text. All content comes from the server's renderer, so nothing is checked here.
 */
export function domToReact(parent: Element): ReactNode[] {
  return [...parent.childNodes].flatMap((node, key): ReactNode[] => {
    if (node instanceof Text) return [node.data];
    if (!(node instanceof Element)) return [];
    const children = domToReact(node);
    return [createElement(node.localName, { key, ...propsOf(node) }, ...(children.length > 0 ? [children] : []))];
  });
}

const propsOf = ({ attributes }: Element): Record<string, string | true> =>
  Object.fromEntries([...attributes].map(({ name, value }) => [renamed[name] ?? name, isSwitch.test(name) || value]));
