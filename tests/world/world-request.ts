/**
 * Returns a `Request` class for a page at `base`. Its requests expose the signal object that they were given. Node's
 * own `Request` makes another signal, which follows the given one only while the request is referenced.
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
