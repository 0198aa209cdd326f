export type WorkerEvent = ReturnType<typeof extendable>;

/** An event of a worker, which can be extended as long as it lasts. */
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
    /** Its handlers have run: from now on it lasts as long as what it waits for. */
    endDispatch() {
      isDispatched = true;
      endIfOver();
    },
    /** Calls `hear` once nothing extends it any more. */
    whenOver(hear: () => void) {
      heard.push(hear);
    },
    waitUntil(work: Promise<unknown>) {
      if (isDispatched && pending === 0) throw new DOMException('The event is over', 'InvalidStateError');
      pending += 1;
      // A worker that fails is logged by the browser, and goes on.
      const end = () => {
        pending -= 1;
        endIfOver();
      };
      work.then(end, end);
      waited.push(work);
    },
  });
}
