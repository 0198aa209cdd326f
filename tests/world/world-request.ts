/**
 * Returns a request class for a page at `base`. Its requests keep the very signal that they are given. Node's own follow that
 * signal, keep its listeners for as long as the request is referenced, and stop following once it is not.
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
