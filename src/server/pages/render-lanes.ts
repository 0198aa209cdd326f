import { titleOf } from '../../app/text/title-of.ts';
import { product } from '../../contract/product.ts';
import { BeyondBounds, type ThreadWork } from '../process/bounded-thread.ts';
import { type Lanes, lanesOf, type Threads, workOrPlain } from '../process/thread-lanes.ts';
import { headOf } from './page-head.ts';
import type { PageRenderer, PageSource } from './page-renderer.ts';
import { siteStyle, type Template } from './page-template.ts';
import type { FeedContentJob } from './render-feed-content.ts';

/** A job for `render-thread.ts`: renders a page, or a post's content for a feed. */
export type RenderJob = PageSource | FeedContentJob;

/** @param threads unset: the calling thread runs the jobs, as when the server runs from source */
export function openRenderLanes(clientDir: string, threads: Threads<RenderJob> | undefined): Lanes<RenderJob> {
  return lanesOf(threads ?? { quick: inThisThread(clientDir), long: inThisThread(clientDir) });
}

/**
 * Renders a page. Returns a page without the text if even the unformatted text exceeds the bounds; the app then fetches
 * the text.
 */
export async function renderBounded(
  work: ThreadWork<RenderJob>,
  template: Template,
  source: PageSource,
): Promise<Uint8Array<ArrayBuffer>> {
  const { post, sitePage } = source.answers;
  try {
    return await (post || sitePage ? workOrPlain<RenderJob>(work, source) : work(source));
  } catch (error) {
    if (!(error instanceof BeyondBounds)) throw error;
    return pageWithoutText(template, source);
  }
}

const encoder = new TextEncoder();

/** Imports the renderers on demand: a server with render threads does not need them on this thread. */
function inThisThread(clientDir: string): ThreadWork<RenderJob> {
  let renderer: Promise<PageRenderer> | undefined;
  return async (job) => {
    if ('kind' in job) return encoder.encode((await import('./render-feed-content.ts')).renderFeedContent(job));
    renderer ??= import('./page-renderer.ts').then(({ pageRenderer }) => pageRenderer(clientDir));
    return (await renderer)(job);
  };
}

/** Returns a page with its own head and no rendered content, which the app then renders in the browser. */
function pageWithoutText(
  { fill, entry }: Template,
  { path, answers: { post, sitePage }, facts }: PageSource,
): Uint8Array<ArrayBuffer> {
  const { site } = facts;
  const title = post ? titleOf(post) : (sitePage?.title ?? site.name ?? product.name);
  const head = headOf({ ...facts, path, title }) + siteStyle(site);
  return encoder.encode(fill({ head, html: '', data: '', modules: [entry], site }));
}
