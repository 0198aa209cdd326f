/** Thrown when the app or the server breaks a promise to its users, such as to publish each text only once. */
export class BrokenPromise extends Error {
  override name = 'BrokenPromise';
}
