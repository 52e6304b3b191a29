import type { ShopProcess } from './shop-process.ts';

/** A place for one process of the shop: when it is killed, the next has been loaded already. */
export type ProcessSlot = {
  url: string;
  /** The name under which its process is known to the database. */
  name: string;
  /** Kills what runs. */
  kill(): Promise<void>;
  /** Opens the next process, whose calls to the provider fail as often as told. */
  open(faults: number): Promise<void>;
  end(): Promise<void>;
};

type Given = Pick<ProcessSlot, 'url' | 'name'> & { load(faults: number): ShopProcess; crashes: string[] };

/** A slot that nobody has taken yet; `crashes` learns of processes that ended unasked. */
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
      // As who looks after the shop would: one that found the database too busy to begin is started anew.
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
