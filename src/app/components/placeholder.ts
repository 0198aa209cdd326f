import picture from './placeholder.svg?inline';

/** What stands for a picture that is missing, not allowed or does not load: a `data:` URL, so that it costs no request. */
export const placeholder = picture;
