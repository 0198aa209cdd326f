import type { PendingImages } from '../../writing/pictures/pending-images.ts';
import { formatBytes } from './format-bytes.ts';

/** Says how far the upload of a text's pictures is, such as `1 of 3 pictures sent, 420 kB to go`; nothing of one without any. */
export function uploadProgressText(images: PendingImages | undefined): string {
  if (!images) return '';
  const { all, sent, bytes } = images;
  const count = all === 1 ? '1 picture' : `${all} pictures`;
  if (sent === all) return `${count} sent`;
  return sent === 0
    ? `${count} to send, ${formatBytes(bytes)}`
    : `${sent} of ${count} sent, ${formatBytes(bytes)} to go`;
}
