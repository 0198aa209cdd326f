const others = 'image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';

/**
 * Fetches an image as the page's `<img>` does, so that a server which answers by `Accept` sends what was shown: the own
 * backend sends AVIF where it is taken. Letter by letter as Chromium asks, where the HTTP cache then has the answer.
 */
export async function fetchLikeImgElement(url: string, signal?: AbortSignal): Promise<Response> {
  const Accept = (await decodesAvif()) ? `image/avif,${others}` : others;
  return fetch(url, { mode: 'no-cors', headers: { Accept }, ...(signal && { signal }) });
}

/** Returns `false` where the browser cannot tell: a trial decoding never ends in WebKit's workers. */
async function decodesAvif(): Promise<boolean> {
  return typeof ImageDecoder !== 'undefined' && ImageDecoder.isTypeSupported('image/avif');
}
