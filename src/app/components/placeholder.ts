/** The address of the picture that stands for one that is missing, not allowed or does not load. */
export const placeholder = '/placeholder.svg';
