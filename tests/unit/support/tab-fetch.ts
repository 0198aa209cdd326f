import { stubGlobal } from './global.ts';
import { currentTab } from './tabs.ts';

/** The network of a model: `respond` answers each call, and a tab that is closed never hears its answer. */
export function stubFetchInTabs(respond: (request: Request) => Promise<Response>): Disposable {
  return stubGlobal('fetch', async (input: RequestInfo) => {
    const tab = currentTab();
    const request = new Request(input);
    if (tab?.isAlive() === false) return never();
    try {
      const response = await respond(request);
      return tab?.isAlive() === false ? never() : response;
    } catch (error) {
      if (tab?.isAlive() === false) return never();
      throw error;
    }
  });
}

const never = () => new Promise<never>(() => undefined);
