/**
 * A failure of the network or the server, or a call that the browser blocks. `fetch` rejects with a TypeError then, as
 * programming errors do. This class tells the two apart.
 */
export class CallFailed extends TypeError {}
