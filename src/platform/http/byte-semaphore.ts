/** A body under way. */
type Arrival = {
  /** Waits for room for `size` more bytes. */
  take(size: number): Promise<void>;
  /** Marks the body as received. Its bytes stay counted until `leave`. */
  complete(): void;
  leave(): void;
};

export type ByteGate = {
  /** Lets a body begin. `giveWay` ends it, because it is slower than others can wait. */
  enter(giveWay: () => void): Arrival;
};

type GateLimits = {
  /** Bytes that all bodies may hold together. */
  capacity: number;
  /** Bodies under way. The one that has been silent longest gives way to the next. */
  maxUnderWay: number;
  /**
   * Time for another 64 KB of a body, in ms. A slower body gives way if others wait.
   */
  slowMs: number;
};

const progressBytes = 64 * 1024;

type Body = {
  held: number;
  /** Bytes since `progressAt`. */
  brought: number;
  progressAt: number;
  isComplete: boolean;
  waiting: { size: number; go: () => void } | null;
  giveWay: () => void;
};

/**
 * Counts bodies by the bytes that came, not by the size that they announce. One that
 * waits may go beyond the capacity as soon as no complete body is held, so that not all wait for
 * each other.
 */
export function createByteGate({ capacity, maxUnderWay, slowMs }: GateLimits): ByteGate {
  const bodies = new Set<Body>();
  let inside = 0;
  /** The body that may go beyond the capacity. */
  let beyond: Body | null = null;
  let timer: NodeJS.Timeout | null = null;

  const remove = (body: Body) => {
    if (!bodies.delete(body)) return;
    inside -= body.held;
    if (beyond === body) beyond = null;
    body.waiting?.go();
    admit();
  };
  const end = (body: Body) => {
    body.giveWay();
    remove(body);
  };
  /** Bodies whose sender is awaited, the one silent longest first. */
  const silent = () =>
    [...bodies]
      .filter(({ isComplete, waiting }) => !isComplete && waiting === null)
      .toSorted((one, other) => one.progressAt - other.progressAt);
  const isAwaited = () => [...bodies].some(({ waiting }) => waiting !== null);
  const endSlow = () => {
    timer = null;
    const latest = performance.now() - slowMs;
    for (const body of silent()) if (isAwaited() && body.held > 0 && body.progressAt <= latest) end(body);
    watch();
  };
  const watch = () => {
    if (timer !== null || !isAwaited()) return;
    timer = setTimeout(endSlow, slowMs / 4);
    timer.unref();
  };
  const admit = () => {
    const isProcessing = [...bodies].some(({ isComplete }) => isComplete);
    for (const body of bodies) {
      const { waiting } = body;
      if (waiting === null) continue;
      if (inside + waiting.size > capacity) {
        if (isProcessing) continue;
        beyond ??= body;
        if (beyond !== body) continue;
      }
      body.waiting = null;
      body.held += waiting.size;
      body.progressAt = performance.now();
      inside += waiting.size;
      waiting.go();
    }
    watch();
  };

  return {
    enter(giveWay) {
      const body: Body = {
        held: 0,
        brought: 0,
        progressAt: performance.now(),
        isComplete: false,
        waiting: null,
        giveWay,
      };
      const [quietest] = bodies.size < maxUnderWay ? [] : silent();
      if (quietest !== undefined) end(quietest);
      bodies.add(body);
      return {
        take(size) {
          if (!bodies.has(body)) return Promise.resolve();
          body.brought += size;
          if (inside + size <= capacity) {
            body.held += size;
            inside += size;
            if (body.brought >= progressBytes) {
              body.brought = 0;
              body.progressAt = performance.now();
            }
            return Promise.resolve();
          }
          const { promise, resolve: go } = Promise.withResolvers<void>();
          body.waiting = { size, go };
          admit();
          return promise;
        },
        complete() {
          body.isComplete = true;
          if (beyond === body) beyond = null;
          admit();
        },
        leave: () => remove(body),
      };
    },
  };
}
