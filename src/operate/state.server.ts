/** Where the process is on its way: `stopping` from the moment it was asked to end. */
export type ProcessState = {
  phase: 'starting' | 'running' | 'stopping';
  /** Whether background work runs here, or is left to another process by setting. */
  jobs: 'running' | 'elsewhere' | 'stopped';
};

export function newProcessState(): ProcessState {
  return { phase: 'starting', jobs: 'stopped' };
}
