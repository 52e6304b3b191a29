/** Where the process is on its way: `stopping` from the moment it was asked to end. */
export type ProcessState = {
  phase: 'starting' | 'running' | 'stopping';
  /** Whether background work runs here, or is left to another process by setting. */
  jobs: 'running' | 'elsewhere' | 'stopped';
  /** Milliseconds by which the clock of this process is ahead of the database's; absent until it is known. */
  clockAheadMs?: () => number;
};

export function newProcessState(): ProcessState {
  return { phase: 'starting', jobs: 'stopped' };
}
