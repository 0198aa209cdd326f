import './trusted-types.ts';

/** Our own backend enforces Trusted Types: there, only a policy can turn a string into the address of a script. */
const policy = globalThis.trustedTypes?.createPolicy('worker', {
  createScriptURL(url: string) {
    const { origin } = location;
    if (new URL(url, origin).origin === origin) return url;
    throw new TypeError(`${url} is not a script of this site`);
  },
});

/** Returns the address of one of the app's own workers, as a `TrustedScriptURL` if the browser has Trusted Types. */
export const trustedScript = (url: string): string => policy?.createScriptURL(url) ?? url;
