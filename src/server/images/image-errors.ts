import { HttpError } from '../process/http-error.ts';

/** @param why completes the sentence "the image …" */
export function unreadable(why: string): HttpError {
  return new HttpError('image_unreadable', { detail: why });
}

export function hasMetadata(part: string): HttpError {
  return new HttpError('image_metadata', { detail: `has a part that no image needs: ${JSON.stringify(part)}` });
}

export function animated(): HttpError {
  return new HttpError('image_animated');
}
