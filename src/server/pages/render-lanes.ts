import { titleOf } from '../../app/text/title-of.ts';
import { product } from '../../contract/product.ts';
import { openPageThread, PageBeyondBounds, type PageBounds, type ThreadWork } from '../process/bounded-thread.ts';
import { oneAtATime, WorkQueue } from '../process/work-queue.ts';
import { headOf } from './page-head.ts';
import type { PageRenderer, PageSource } from './page-renderer.ts';
import { siteStyle, type Template } from './page-template.ts';
import type { ThreadJob } from './render-thread.ts';

/** In bytes: a text of this length or more takes long to render and goes into a queue of its own. */
const longText = 20_000;

/** How long a thread waits for its next page, in milliseconds. One for long pages holds much memory and ends soon. */
const idle = { quick: 60_000, long: 3_000 };

export type RenderThreads = AsyncDisposable & Record<keyof typeof idle, ThreadWork>;

/** @param file path of a built thread: `render-thread.ts`, or `post-index-thread.ts`, which needs no `clientDir` */
export function openRenderThreads(file: string, clientDir: string, bounds?: PageBounds): RenderThreads {
  const quick = openPageThread(file, clientDir, idle.quick, bounds);
  const long = openPageThread(file, clientDir, idle.long, bounds);
  const end = async () => {
    await Promise.all([quick[Symbol.asyncDispose](), long[Symbol.asyncDispose]()]);
  };
  return { quick: quick.make, long: long.make, [Symbol.asyncDispose]: end };
}

/** One job at a time is done in a lane, when its turn in the lane's queue has come. */
export type RenderLane = { queue: WorkQueue; work: ThreadWork };

/** Long texts have a lane of their own, so that no author's text makes others wait. */
export type RenderLanes = Record<keyof typeof idle, RenderLane>;

/** @param threads unset: jobs are done on this thread, as when running from source */
export function openRenderLanes(clientDir: string, threads: RenderThreads | undefined): RenderLanes {
  return lanesOf(threads ?? { quick: inThisThread(clientDir), long: inThisThread(clientDir) });
}

export function lanesOf({ quick, long }: Record<keyof typeof idle, ThreadWork>): RenderLanes {
  const open = (work: ThreadWork): RenderLane => ({ queue: new WorkQueue(oneAtATime), work });
  return { quick: open(quick), long: open(long) };
}

/** @param size of the text, in bytes */
export function laneFor({ quick, long }: RenderLanes, size: number): RenderLane {
  return size < longText ? quick : long;
}

/**
 * Does the job, and once more with the text as it was written if it exceeds the bounds.
 * @throws {PageBeyondBounds} if that is too much as well, or if there is no text
 */
export async function workOrPlain<Job extends ThreadJob>(
  work: (job: Job) => Promise<Uint8Array<ArrayBuffer>>,
  job: Job,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await work(job);
  } catch (error) {
    const hasText = 'kind' in job || (job.answers.post ?? job.answers.sitePage) !== undefined;
    if (!(error instanceof PageBeyondBounds) || !hasText) throw error;
    return work({ ...job, isPlain: true });
  }
}

/** A page that exceeds the bounds, plain or not, is sent without its text, which the app then fetches. */
export function boundedPageRenderer(work: ThreadWork, template: Template): PageRenderer {
  return async (source) => {
    try {
      return await workOrPlain(work, source);
    } catch (error) {
      if (!(error instanceof PageBeyondBounds)) throw error;
      return pageWithoutText(template, source);
    }
  };
}

const encoder = new TextEncoder();

/** Imports what it needs on demand: a server with render threads does not need it on this one. */
function inThisThread(clientDir: string): ThreadWork {
  let renderer: Promise<PageRenderer> | undefined;
  return async (job) => {
    if ('kind' in job && job.kind === 'feed')
      return encoder.encode((await import('./render-feed-content.ts')).renderFeedContent(job));
    if ('kind' in job) throw new Error('Index entries are made elsewhere');
    renderer ??= import('./page-renderer.ts').then(({ pageRenderer }) => pageRenderer(clientDir));
    return (await renderer)(job);
  };
}

/** The page as a static host would serve it, with the head of this page. */
function pageWithoutText(
  { fill, entry }: Template,
  { path, answers: { post, sitePage }, facts }: PageSource,
): Uint8Array<ArrayBuffer> {
  const { site } = facts;
  const title = post ? titleOf(post) : (sitePage?.title ?? site.name ?? product.name);
  const head = headOf({ ...facts, path, title }) + siteStyle(site);
  return encoder.encode(fill({ head, html: '', data: '', modules: [entry], site }));
}
