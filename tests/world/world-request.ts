/**
 * Returns a request class for a page at `base`. Its requests keep the signal object that they are given. Node's own
 * requests make another signal, which follows the given one, and keeps its listeners, only while the request is
 * referenced.
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
