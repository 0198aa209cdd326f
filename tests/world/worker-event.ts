export type WorkerEvent = ReturnType<typeof extendable>;

/** Returns a stand-in for `ExtendableEvent`. It lasts until its handlers have run and all promises have settled. */
export function extendable() {
  const waited: Promise<unknown>[] = [];
  const heard: (() => void)[] = [];
  let pending = 0;
  let isDispatched = false;
  const endIfOver = () => {
    if (isDispatched && pending === 0) for (const hear of heard.splice(0)) hear();
  };
  return Object.assign(new Event('event'), {
    waited,
    /** Notes that the event's handlers have run. From now on the event lasts only as long as promises extend it. */
    endDispatch() {
      isDispatched = true;
      endIfOver();
    },
    /** Calls `hear` once no promise extends the event any more. */
    whenOver(hear: () => void) {
      heard.push(hear);
    },
    waitUntil(work: Promise<unknown>) {
      if (isDispatched && pending === 0) throw new DOMException('The event is over', 'InvalidStateError');
      pending += 1;
      // A rejected promise ends the event, too: a browser would only log the rejection.
      const end = () => {
        pending -= 1;
        endIfOver();
      };
      work.then(end, end);
      waited.push(work);
    },
  });
}
