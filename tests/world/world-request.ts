/**
 * Returns a request class for a page at `base`. Its requests have the very signal that they are given. A request of
 * Node's has another signal, which follows the given one only while the request is referenced, and keeps listeners as
 * long.
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
