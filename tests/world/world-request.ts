/**
 * A request of a page whose address is `base`. It has the very signal that it is made with: Node's own would follow that
 * signal, hold all that listens to it for as long as the request can be reached, and forget to follow once it can't.
 */
export function requestOf(base: string) {
  return class WorldRequest extends Request {
    constructor(input: RequestInfo | URL, init: RequestInit = {}) {
      super(input instanceof Request ? input : new URL(String(input), base), { ...init, signal: null });
      const given = init.signal === undefined && input instanceof Request ? input.signal : init.signal;
      withSignal(this, given ?? new AbortController().signal);
    }

    override clone(): Request {
      return withSignal(super.clone(), this.signal);
    }
  };
}

const withSignal = (request: Request, signal: AbortSignal): Request =>
  Object.defineProperty(request, 'signal', { value: signal });
