import { hourlyShares, type Shares } from '../access/account-shares.ts';
import { variantsOf } from './image-variants.ts';

/** The images and bytes that one account may upload in an hour; 0 means no limit. */
export type UploadLimits = { images: number; bytes: number };

/** High enough for an author who publishes a journey's pictures at once, and low enough to stop a program. */
export const defaultUploadLimits: UploadLimits = { images: 300, bytes: 400_000_000 };

/**
 * Returns the most bytes that an image of this width takes in the end, with all of its variants: no variant is larger
 * than the image. Readers have these made later, and must neither be refused for it nor use up an author's hour.
 */
export const mostStored = (width: number, bytes: number): number => bytes * (1 + variantsOf(width).length);

/** Uploads that are refused were read, and perhaps decoded. */
export const sharesOfImages = ({ images, bytes }: UploadLimits): Shares =>
  hourlyShares('images', { number: images, bytes, wasted: images, wastedBytes: bytes });
