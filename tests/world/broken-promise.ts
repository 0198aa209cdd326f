/** The product has not kept what it promises. */
export class BrokenPromise extends Error {
  override name = 'BrokenPromise';
}
