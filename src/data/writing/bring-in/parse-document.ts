import '../../trusted-types.ts';

let madePolicy: { createHTML(text: string): string } | undefined;

/**
 * Parses without running or loading anything: a document that is not shown has neither scripts nor pictures. The own
 * backend enforces Trusted Types for it all the same. A name can be used for one policy.
 */
export function parseDocument(text: string, type: 'text/html' | 'text/xml'): Document {
  madePolicy ??= globalThis.trustedTypes?.createPolicy('writing', { createHTML: (html: string) => html });
  return new DOMParser().parseFromString(madePolicy?.createHTML(text) ?? text, type);
}
