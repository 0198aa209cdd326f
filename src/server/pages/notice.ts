import type { Context } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import { isBackendPath } from '../../contract/paths.ts';
import { product } from '../../contract/product.ts';
import { problemOf } from '../http/problem.ts';
import { type Headers, respond } from '../http/response.ts';
import { pagePolicy } from '../http/security.ts';
import type { Refusal } from '../refusal.ts';
import { escapeMarkup } from './escape.ts';

type Notice = { status: StatusCode; heading: string; words: string; link: { label: string; to: string } };

const { light, dark } = product.paper;

const style = `
:root{color-scheme:light dark;background:light-dark(${light},${dark});color:light-dark(#23252b,#e8e6e0)}
body{margin:0;padding:max(1.5rem,12vh) 1.5rem;font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:32rem;margin:auto}
h1{font-size:1.75rem;line-height:1.2}
a{display:inline-block;padding:.75rem 0;color:inherit;font-weight:600}
`;

const policy = pagePolicy([style]);

/** A page that needs nothing but itself, for when the app's pages can't be had: a refusal that a person sees. */
export function noticePage(c: Context, { status, heading, words, link }: Notice, headers: Headers): Response {
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeMarkup(heading)} · ${product.name}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    `<style>${style}</style></head><body><main><h1>${escapeMarkup(heading)}</h1><p>${escapeMarkup(words)}</p>`,
    `<a href="${escapeMarkup(link.to)}">${escapeMarkup(link.label)}</a></main></body></html>`,
  ].join('');
  return respond(c, status, html, {
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    ...policy,
  });
}

/** The refusal as a page, where a person waits for one; everybody else gets a problem document. */
export function refusedPage(c: Context, refusal: Refusal): Response | undefined {
  if (isBackendPath(c.req.path) || !c.req.header('Accept')?.includes('text/html')) return undefined;
  const { problem, headers } = problemOf(refusal, c.get('visit').id);
  const again = { label: 'Try again', to: c.req.path };
  switch (refusal.code) {
    case 'unavailable': {
      const words = `What is written on ${product.name} can’t be reached just now. Nothing is lost; please come back in a moment.`;
      return noticePage(c, { status: problem.status, heading: 'Back in a moment', words, link: again }, headers);
    }
    case 'internal': {
      const words = 'Something went wrong here, and it has been written down for the people who run this place.';
      return noticePage(
        c,
        { status: problem.status, heading: 'This page can’t be shown', words, link: again },
        headers,
      );
    }
    // A form that was sent before the app ran, or where it never does. What was typed in it is read by nobody.
    case 'method_not_allowed': {
      const words = `${product.name} was not ready yet when the form was sent, so nothing was done with it. It needs JavaScript.`;
      return noticePage(c, { status: problem.status, heading: 'A moment too early', words, link: again }, headers);
    }
    default:
      return undefined;
  }
}
