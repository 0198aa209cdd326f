import { pagePaths } from './paths.ts';

/**
 * Query parameters of `/create` in which other apps share a text with this app (Web Share Target). If the app also
 * accepts pictures, other apps post a form with the text in fields of these names.
 */
export const sharedParams = { title: 'title', text: 'text', url: 'url' } as const;

/**
 * The path to which a share is posted as a form. It can't be `/create`: Create's own form is posted there if an author
 * submits it before the app has started.
 */
export const sharePath = '/share';

/** The form field with the pictures. */
export const sharedPicturesField = 'pictures';

/** The most pictures that are accepted from one share. */
export const maxSharedPictures = 20;

/** Why a part of a share is missing. `no worker`: the server received the share, and accepts no shared pictures. */
export const leftOutReasons = [
  'no room',
  'not stored',
  'too many',
  'too large',
  'no picture',
  'no worker',
  'unreadable',
  'text cut',
] as const;

export type LeftOutReason = (typeof leftOutReasons)[number];

/** Query parameters of `/create` that the worker or the server adds: the id of the pictures, and `LeftOutReason`s. */
export const receivedParams = { pictures: 'shared', leftOut: 'left-out' } as const;

interface Received {
  /** `undefined` if the form could not be read. */
  form: FormData | undefined;
  /** Id under which the pictures are stored on the device. */
  pictures?: string | undefined;
  leftOut: LeftOutReason[];
  /**
   * The limit of the whole path, in characters. Requests for longer paths would exceed the server's limit of headers.
   */
  longest?: number;
}

/** Returns the path to redirect to after a share is posted: Create, with the shared text in the query. */
export function createPathOf({ form, pictures, leftOut, longest = 1_000_000 }: Received): string {
  const query = new URLSearchParams();
  if (pictures !== undefined) query.append(receivedParams.pictures, pictures);
  const left = new Set<LeftOutReason>(leftOut);
  const path = () => {
    const whole = new URLSearchParams(query);
    for (const reason of left) whole.append(receivedParams.leftOut, reason);
    return whole.size === 0 ? pagePaths.create : `${pagePaths.create}?${whole}`;
  };
  for (const name of Object.values(sharedParams)) {
    const value = form?.get(name);
    if (typeof value !== 'string' || value === '') continue;
    query.set(name, value);
    if (path().length <= longest) continue;
    left.add('text cut');
    // Halves the text until the path fits: escaping turns one character into up to twelve.
    let kept = value;
    while (kept !== '' && path().length > longest) {
      kept = kept.slice(0, Math.floor(kept.length / 2)).toWellFormed();
      query.set(name, kept);
    }
  }
  return path();
}
