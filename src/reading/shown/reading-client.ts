import { client } from '../../device/calls/client.ts';
import { readsInPage } from './read-in-page.ts';

/** Makes the calls for lists and posts. A page that no worker controls answers them by the worker's own code. */
export const readingClient = client.extend({
  fetch: async (input, init) => {
    if (!readsInPage()) return fetch(input, init);
    const { answerInPage } = await import('../answers/answer-in-page.ts');
    return answerInPage(new Request(input, init));
  },
});
