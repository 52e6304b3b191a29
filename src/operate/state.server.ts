/** State of the process. `stopping` begins when the process is asked to end. */
export type ProcessState = {
  phase: 'starting' | 'running' | 'stopping';
  /** State of background work. `elsewhere`: another process runs it, by setting. */
  jobs: 'running' | 'elsewhere' | 'stopped';
  /** Milliseconds by which this process's clock is ahead of the database's. Unset until known. */
  clockAheadMs?: () => number;
};

export function newProcessState(): ProcessState {
  return { phase: 'starting', jobs: 'stopped' };
}
