import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { escapeMarkup } from '../../contract/escape.ts';
import { isBackendPath } from '../../contract/paths.ts';
import type { ProblemCode } from '../../contract/problems.ts';
import { product } from '../../contract/product.ts';
import { problemOf } from '../http/problem-document.ts';
import { type Headers, respond } from '../http/respond.ts';
import { pagePolicy } from '../http/security-headers.ts';
import type { HttpError } from '../process/http-error.ts';
import { sameOriginPath } from './page-paths.ts';

type Notice = { status: StatusCode; heading: string; words: string; link: { label: string; to: string } };

const { light, dark } = product.paper;

const style = `
:root{color-scheme:light dark;background:light-dark(${light},${dark});color:light-dark(#23252b,#e8e6e0)}
body{margin:0;padding:max(1.5rem,12vh) 1.5rem;font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:32rem;margin:auto}
h1{font-size:1.75rem;line-height:1.2}
a{display:inline-block;padding:.75rem 0;color:inherit;font-weight:600}
`;

const policy = pagePolicy({ styles: [style] });

/**
 * Returns the response with a page that needs no other file: an error, or a problem's explanation. @param name of the
 * site
 */
export function staticPage(
  c: Context,
  { status, heading, words, link }: Notice,
  headers: Headers,
  name: string,
): Response {
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeMarkup(heading)} · ${escapeMarkup(name)}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<style>${style}</style></head><body><main><h1>${escapeMarkup(heading)}</h1><p>${escapeMarkup(words)}</p>`,
    `<a href="${escapeMarkup(link.to)}">${escapeMarkup(link.label)}</a></main></body></html>`,
  ].join('');
  return respond(c, status, html, {
    'Cache-Control': 'no-store',
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    ...policy,
  });
}

const shown: Partial<Record<ProblemCode, { heading: string; words: (name: string) => string }>> = {
  unavailable: {
    heading: 'Back in a moment',
    words: (name) => `The posts on ${name} can’t be reached at the moment. Nothing is lost; please try again soon.`,
  },
  busy: {
    heading: 'A moment, please',
    words: (name) => `${name} is too busy at the moment. Please try again soon.`,
  },
  internal: {
    heading: 'This page can’t be shown',
    words: () => 'Something went wrong on the server. The people who run this site can find the error in its log.',
  },
  // A form was submitted before the app had started, or without JavaScript. The server does not read such forms.
  method_not_allowed: {
    heading: 'A moment too early',
    words: (name) => `The form was sent before ${name} was ready, so the server ignored it. The form needs JavaScript.`,
  },
};

/** Returns an error's page; `undefined` if there is none or the client expects a problem document. */
export function negotiateErrorPage(c: Context, refusal: HttpError, name: string): Response | undefined {
  const page = shown[refusal.code];
  if (!page || isBackendPath(c.req.path) || !c.req.header('Accept')?.includes('text/html')) return undefined;
  const { problem, headers } = problemOf(refusal, c.get('requestContext').id);
  const link = { label: 'Try again', to: sameOriginPath(c) };
  return staticPage(c, { status: problem.status, heading: page.heading, words: page.words(name), link }, headers, name);
}
