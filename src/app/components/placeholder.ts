import picture from './placeholder.svg?inline';

/** Shown in place of a picture that is missing, not allowed or does not load. A `data:` URL costs no request. */
export const placeholder = picture;
