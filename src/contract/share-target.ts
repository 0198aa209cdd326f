import { pagePaths } from './paths.ts';

/**
 * Query parameters of `/create` by which other apps share a text into this one (Web Share Target). Where pictures are
 * taken too, they are fields of a form.
 */
export const sharedParams = { title: 'title', text: 'text', url: 'url' } as const;

/**
 * Where the form is posted. A path of its own: Create's form is posted to `/create` if it is submitted before the app
 * has started.
 */
export const sharePath = '/share';

/** The field of the form that has the pictures. */
export const sharedPicturesField = 'pictures';

/** How many pictures are taken of a share. */
export const maxSharedPictures = 20;

/** Why something of a share is not there. `no worker`: the server received it, which takes no pictures without a login. */
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

/** Query parameters of `/create` that whoever received the form adds: the pictures' id on the device, and a `LeftOutReason`. */
export const receivedParams = { pictures: 'shared', leftOut: 'left-out' } as const;

interface Received {
  /** `undefined` if the form could not be read. */
  form: FormData | undefined;
  /** Id under which the pictures are stored on the device. */
  pictures?: string | undefined;
  leftOut: LeftOutReason[];
  /** In characters of the whole path. The server takes no long ones. */
  longest?: number;
}

/** The redirect after a share is posted: to Create, with the text in the address. */
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
    // Halves what is left away until it fits: an escaped character takes up to twelve.
    let kept = value;
    while (kept !== '' && path().length > longest) {
      kept = kept.slice(0, Math.floor(kept.length / 2)).toWellFormed();
      query.set(name, kept);
    }
  }
  return path();
}
