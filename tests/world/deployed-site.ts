import { type AppBuild, appBuilds, type BuildName } from './app-builds.ts';
import type { ArrivingCall, Host, WireAnswer } from './network.ts';
import { inPlaceOf, type WrongFile } from './wrong-files.ts';

/** The host of the app's files. A deploy replaces all of them by those of another build. */
export class DeployedSite {
  name: BuildName = 'today';
  wasDeployed = false;
  /** The wrong content that the host sends, and the paths of the files that this content replaces. */
  wrong: { what: WrongFile; paths: ReadonlySet<string> } | undefined;

  get build(): AppBuild {
    return appBuilds[this.name];
  }

  /** Replaces this build by the other one. */
  deploy(): void {
    this.name = this.name === 'today' ? 'another' : 'today';
    this.wasDeployed = true;
  }

  /** Returns a host of the build's files. @param server answers other calls; if it is down, so is the host */
  hostWith(server?: { isRunning: boolean; handle: Host }): Host {
    return async (call) => {
      const file = server?.isRunning === false ? undefined : this.#fileAt(call);
      return file ?? server?.handle(call) ?? nothingHere;
    };
  }

  #fileAt({ method, url }: ArrivingCall): WireAnswer | undefined {
    const { pathname } = new URL(url);
    if (method !== 'GET') return undefined;
    const file = this.build.files.get(pathname);
    const page = this.build.files.get('/index.html');
    if (file && page && this.wrong?.paths.has(pathname)) return answerOf(200, inPlaceOf(file, this.wrong.what, page));
    if (file) return answerOf(200, file);
    return pathname.startsWith('/assets/') ? nothingHere : undefined;
  }
}

const answerOf = (status: number, { type, body }: { type: string; body: string }): WireAnswer => ({
  status,
  headers: [
    ['Content-Type', type],
    ['Cache-Control', 'no-cache'],
  ],
  body: new TextEncoder().encode(body),
});

/** The answer to a request for a file that the host does not have. */
const nothingHere = answerOf(404, { type: 'text/plain', body: 'There is nothing here' });
