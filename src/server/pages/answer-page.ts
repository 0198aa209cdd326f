import type { Context } from 'hono';
import type { HydrationData } from '../../app/hooks/HydrationContext.ts';
import { readingMinutes } from '../../app/text/reading-minutes.ts';
import { publicDocument, respondWithDocument } from '../http/public-document.ts';
import { publicOrigin } from '../http/public-origin.ts';
import { networkOfClient } from '../http/request-context.ts';
import type { ReadPost } from '../posts/query-posts.ts';
import { laneFor } from '../process/thread-lanes.ts';
import type { PageDependencies } from './page-dependencies.ts';
import type { PageFacts } from './page-head.ts';
import { readTemplate } from './page-template.ts';
import { renderBounded } from './render-lanes.ts';

type Shown = Omit<HydrationData, 'post'> & { read?: ReadPost };

/** A page to render: its path, its data, and the key under which it is cached. */
export type Page = {
  /** The key of the cached page. It must identify everything that the page is made of. */
  key: string;
  path: string;
  /** The size of the page's text, in bytes. Unset if the text is short. */
  size?: number;
  /** Returns the data that the components show. The hydration data leaves out content that the HTML already has. */
  shown?: () => Promise<Shown>;
  /** Unset: `public`. */
  kind?: PageFacts['kind'];
  /** The path of the page's own feed. */
  feed?: string;
};

/** Returns the response with a page. Renders the page unless it is cached. */
export type AnswerPage = (c: Context, page: Page) => Promise<Response>;

const nothing = async (): Promise<Shown> => ({});

export function pageAnswers(clientDir: string, { site, documentCache, lanes }: PageDependencies): AnswerPage {
  const template = readTemplate(clientDir);

  return async (c: Context, page: Page) => {
    const origin = publicOrigin(c);
    const { settings, tag } = await site.find();
    const lane = laneFor(lanes, page.size ?? 0);
    // Reads the data only when it is the page's turn: otherwise the posts of waiting pages would fill the memory.
    const make = async () => {
      const { read, ...answers } = await (page.shown ?? nothing)();
      const whole = read && { post: read.post };
      const minutes = read && readingMinutes(read.post);
      const brief = read && { ...read, post: { ...read.post, content: '', ...(minutes !== undefined && { minutes }) } };
      const html = await renderBounded(lane.work, template, {
        path: page.path,
        answers: { ...answers, ...whole },
        hydrationData: {
          ...answers,
          ...(brief && { post: brief.post }),
          ...(answers.sitePage && { sitePage: { ...answers.sitePage, content: '' } }),
        },
        facts: { origin, read: brief, site: settings, kind: page.kind ?? 'public', feed: page.feed },
      });
      return publicDocument('text/html; charset=utf-8', html, template.policyFor(settings));
    };
    const work = { queue: lane.queue, network: networkOfClient(c), make };
    const document = await documentCache(`page ${origin ?? ''} ${tag} ${page.key}`, work);
    return respondWithDocument(c, document, { status: page.kind === 'missing' ? 404 : 200 });
  };
}
