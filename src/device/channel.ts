/** This page's listeners by channel name, for browsers that refuse `BroadcastChannel`. */
const inPage = new Map<string, Set<(message: unknown) => void>>();

/**
 * Calls `hear` with each message that a tab, the worker or this page announces; returns a function that stops
 * listening. If Firefox forbids storage, it also refuses channels. A page then hears only its own messages.
 */
export function hearChannel<Message>(name: string, hear: (message: Message) => void): () => void {
  const channel = openChannel(name);
  if (channel) {
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data));
    return () => channel.close();
  }
  const hearing = inPage.get(name) ?? new Set();
  const hearCopy = (message: unknown) => hear(message as Message);
  inPage.set(name, hearing.add(hearCopy));
  return () => void hearing.delete(hearCopy);
}

/** Sends a message to every listener of the channel, including listeners of this page. */
export function announce(name: string, message: unknown): void {
  const channel = openChannel(name);
  channel?.postMessage(message);
  channel?.close();
  if (!channel) for (const hear of inPage.get(name) ?? []) queueMicrotask(() => hear(structuredClone(message)));
}

function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch (error) {
    console.info('The browser refuses BroadcastChannel; this page hears only its own messages.', error);
    return undefined;
  }
}
