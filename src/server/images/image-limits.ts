import { hourlyShares, type Shares } from '../access/account-shares.ts';
import { variantsOf } from './image-variants.ts';

/** The images and bytes that one account may upload in an hour; 0 means no limit. */
export type UploadLimits = { images: number; bytes: number };

/** High enough for an author who publishes all pictures of a trip at once, and low enough to stop a script. */
export const defaultUploadLimits: UploadLimits = { images: 300, bytes: 400_000_000 };

/**
 * Returns the most bytes that an image of this width takes with all its variants. No variant is larger than the image.
 * Counts the variants in advance: the server makes them later, for readers, who must not use up the author's limit.
 */
export const mostStored = (width: number, bytes: number): number => bytes * (1 + variantsOf(width).length);

/** Refused uploads count towards the limits of writes that store nothing: the server has read them. */
export const sharesOfImages = ({ images, bytes }: UploadLimits): Shares =>
  hourlyShares('images', { number: images, bytes, wasted: images, wastedBytes: bytes });
