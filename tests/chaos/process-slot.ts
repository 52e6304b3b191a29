import type { ShopProcess } from './shop-process.ts';

/** Slot for one process of the shop. When it is killed, the next process is already loaded. */
export type ProcessSlot = {
  url: string;
  /** Application name of its process in the database. */
  name: string;
  /** Kills the running process. */
  kill(): Promise<void>;
  /** Opens the next process. `faults` is the probability that its calls to the provider fail. */
  open(faults: number): Promise<void>;
  end(): Promise<void>;
};

type Given = Pick<ProcessSlot, 'url' | 'name'> & { load(faults: number): ShopProcess; crashes: string[] };

/** Returns an empty slot. `crashes` collects the failures of processes that ended on their own. */
export function processSlot({ url, name, load, crashes }: Given): ProcessSlot {
  let running: ShopProcess | undefined;
  let next: { faults: number; process: ShopProcess } | undefined;
  const end = async (process: ShopProcess | undefined) => {
    const failure = process?.failure() ?? null;
    if (failure !== null) crashes.push(failure);
    await process?.kill();
  };
  const loaded = async (faults: number) => {
    if (next?.faults === faults) return next.process;
    await end(next?.process);
    return load(faults);
  };
  const kill = async () => {
    await end(running);
    running = undefined;
  };
  return {
    url,
    name,
    kill,
    async open(faults) {
      running = await loaded(faults);
      next = undefined;
      // As a service manager would: restart a process that found the database too busy to begin.
      for (let tries = 1; !(await running.open()); tries += 1) {
        if (tries === 5) throw new Error('the database is too busy for the shop to start');
        running = load(faults);
      }
      next = { faults, process: load(faults) };
    },
    async end() {
      await kill();
      await end(next?.process);
    },
  };
}
