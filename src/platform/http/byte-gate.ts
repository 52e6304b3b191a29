type Waiting = { size: number; enter: (leave: () => void) => void };

export type ByteGate = {
  /**
   * Waits for `size` bytes of room and returns a function that frees them. Returns null at once if
   * too many wait already.
   */
  enter(size: number): Promise<() => void> | null;
};

/**
 * Admits at most `capacity` bytes at a time, in order of arrival. A larger body is admitted alone.
 */
export function createByteGate(capacity: number, maxWaiting: number): ByteGate {
  const waiting: Waiting[] = [];
  let inside = 0;
  const admit = () => {
    for (let next = waiting[0]; next !== undefined && inside + next.size <= capacity; next = waiting[0]) {
      const { size, enter } = next;
      waiting.shift();
      inside += size;
      let isInside = true;
      enter(() => {
        if (!isInside) return;
        isInside = false;
        inside -= size;
        admit();
      });
    }
  };
  return {
    enter(size) {
      const { promise, resolve: enter } = Promise.withResolvers<() => void>();
      waiting.push({ size: Math.min(size, capacity), enter });
      admit();
      if (waiting.length <= maxWaiting) return promise;
      waiting.pop();
      return null;
    },
  };
}
