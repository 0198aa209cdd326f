/** Thrown when the product has broken a promise. */
export class BrokenPromise extends Error {
  override name = 'BrokenPromise';
}
