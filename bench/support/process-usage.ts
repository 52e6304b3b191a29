import { readFileSync } from 'node:fs';

/** Accounting ticks per second of the kernel, on every Linux that Node supports. */
const ticksPerSecond = 100;

/** CPU time in ms used so far by a process itself, and by its children that have ended (Linux). */
function cpuOf(pid: number): { own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the process name in parentheses, which may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ms = (first: number) => ((Number(fields[first]) + Number(fields[first + 1])) / ticksPerSecond) * 1000;
  return { own: ms(11), ended: ms(13) };
}

/** CPU time in ms used so far by a process with all its threads (Linux). */
export const cpuMs = (pid: number): number => cpuOf(pid).own;

/** CPU time in ms used so far by a process and its children, ended ones included (Linux). */
export function cpuMsOfFamily(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const pids = children === '' ? [] : children.split(' ').map(Number);
  const { own, ended } = cpuOf(pid);
  return pids.reduce((sum, child) => sum + cpuMs(child), own + ended);
}

/** Resident memory of a process, in millions of bytes (Linux). */
export function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / 1_000_000;
}
