import picture from './placeholder.svg?inline';

/** The picture shown for one that is missing, not allowed or does not load. A `data:` URL costs no request. */
export const placeholder = picture;
