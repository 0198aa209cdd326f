import { imageLimits, imageNameOf, parseImageName } from '../../contract/images.ts';
import { callPaths } from '../../contract/paths.ts';
import { prepareImage } from '../pictures/prepare-image.ts';
import { isWhole } from '../pictures/store-draft-images.ts';
import { bounds, type SourceFile, Unreadable } from './found-writing.ts';

/** The pictures among the chosen files. Finds a picture by its address in a text. */
export class PicturesOfFiles {
  readonly #own = new Map<string, SourceFile>();
  readonly #byName = new Map<string, SourceFile[]>();
  /** The names of prepared pictures by their files; `undefined` for a picture that failed. */
  readonly #made = new Map<SourceFile, string | undefined>();

  constructor(files: readonly SourceFile[]) {
    for (const file of files) {
      const name = file.path.slice(file.path.lastIndexOf('/') + 1);
      if (parseImageName(name)) this.#own.set(name, file);
      this.#byName.set(name.toLowerCase(), [...(this.#byName.get(name.toLowerCase()) ?? []), file]);
    }
  }

  /** Returns whether one of the files is the picture at this address in a text. `place`: see `FoundText`. */
  has(address: string, place: string): boolean {
    return this.#find(address, place) !== undefined;
  }

  /**
   * Returns the bytes of the picture with this Storyline image name; `undefined` if none of the files is the picture.
   *
   * @throws Unreadable if the file is damaged.
   */
  async own(name: string): Promise<ArrayBuffer | undefined> {
    const file = this.#own.get(name);
    if (!file) return undefined;
    const bytes = (await file.bytes(imageLimits.bytes)).buffer;
    if (!(await isWhole(name, bytes))) throw new Unreadable('It is damaged.');
    return bytes;
  }

  /**
   * Finds the picture at an address in a text, and prepares it for the upload.
   *
   * @param isThere returns whether the picture of this name is stored already
   * @returns its new name, with `bytes` unless it is stored; `undefined` if it is missing or cannot be prepared.
   */
  async make(
    address: string,
    place: string,
    isThere: (name: string) => boolean,
  ): Promise<{ name: string; bytes?: ArrayBuffer } | undefined> {
    const file = this.#find(address, place);
    if (!file) return undefined;
    const known = this.#made.get(file);
    if (known !== undefined && isThere(known)) return { name: known };
    if (known === undefined && this.#made.has(file)) return undefined;
    const made = await prepareImage(new Blob([await file.bytes(bounds.picture)]));
    this.#made.set(file, made.kind === 'made' ? made.name : undefined);
    return made.kind === 'made' ? made : undefined;
  }

  /**
   * Finds the file of an address in a text, by its path or by the end of its path. If the address has a host, the file
   * must be in a folder, and the address must end with the file's whole path.
   */
  #find(address: string, place: string): SourceFile | undefined {
    const [site = ''] = /^(?:https?:)?\/\/[^/]*/i.exec(address) ?? [];
    const path = pathOf(address.slice(site.length));
    const candidates = this.#byName.get(path.slice(path.lastIndexOf('/') + 1).toLowerCase()) ?? [];
    const whole = resolved(path);
    if (site) return candidates.find((file) => file.path.includes('/') && `/${whole}`.endsWith(`/${file.path}`));
    const folder = place.includes('/') ? place.slice(0, place.lastIndexOf('/') + 1) : '';
    const wanted = [resolved(folder + path), whole];
    return (
      candidates.find((file) => wanted.includes(file.path)) ??
      candidates.find((file) => `/${whole}`.endsWith(`/${file.path}`) || `/${file.path}`.endsWith(`/${whole}`))
    );
  }
}

function pathOf(address: string): string {
  const path = address
    .replace(/[?#].*$/s, '')
    .replace(/^__GHOST_URL__/, '')
    .replace(/^\/+/, '');
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

/** Resolves `.` and `..`. Ignores a `..` that would lead above the top folder. */
function resolved(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

export const addressOf = (name: string): string => callPaths.image(name);

/** Returns the name of the uploaded image at an address; `undefined` for every other address. */
export function nameOfOwn(address: string): string | undefined {
  const name = /\/images\/([^/?#]+)$/.exec(address)?.[1] ?? '';
  const parsed = parseImageName(name);
  return parsed && imageNameOf(parsed) === name ? name : undefined;
}
