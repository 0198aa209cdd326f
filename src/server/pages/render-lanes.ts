import { titleOf } from '../../app/text/title-of.ts';
import { product } from '../../contract/product.ts';
import { BeyondBounds, type ThreadWork } from '../process/bounded-thread.ts';
import { type Lanes, lanesOf, type Threads, workOrPlain } from '../process/thread-lanes.ts';
import { headOf } from './page-head.ts';
import type { PageRenderer, PageSource } from './page-renderer.ts';
import { siteStyle, type Template } from './page-template.ts';
import type { FeedContentJob } from './render-feed-content.ts';

/** The work of `render-thread.ts`: a page, or a post's text for a feed. */
export type RenderJob = PageSource | FeedContentJob;

/** @param threads unset: this thread does the jobs, as when the server runs from source */
export function openRenderLanes(clientDir: string, threads: Threads<RenderJob> | undefined): Lanes<RenderJob> {
  return lanesOf(threads ?? { quick: inThisThread(clientDir), long: inThisThread(clientDir) });
}

/** Renders a page. If even the unformatted text exceeds the bounds, the page has no text; the app then fetches it. */
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

/** Returns the page as a static host would serve it, but with the head of this page. */
function pageWithoutText(
  { fill, entry }: Template,
  { path, answers: { post, sitePage }, facts }: PageSource,
): Uint8Array<ArrayBuffer> {
  const { site } = facts;
  const title = post ? titleOf(post) : (sitePage?.title ?? site.name ?? product.name);
  const head = headOf({ ...facts, path, title }) + siteStyle(site);
  return encoder.encode(fill({ head, html: '', data: '', modules: [entry], site }));
}
