import { readFileSync } from 'node:fs';

/** Ticks of the kernel's accounting a second, on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** Milliseconds of processor time that a process itself has used so far, and those that its ended children had (Linux). */
function cpuOf(pid: number): { own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the process's name in brackets, which may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ms = (first: number) => ((Number(fields[first]) + Number(fields[first + 1])) / ticksPerSecond) * 1000;
  return { own: ms(11), ended: ms(13) };
}

/** Milliseconds of processor time that a process has used so far, those of all its threads together (Linux). */
export const cpuMs = (pid: number): number => cpuOf(pid).own;

/** The same of a process and all that it started itself, also what has ended (Linux). */
export function cpuMsOfFamily(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  const pids = children === '' ? [] : children.split(' ').map(Number);
  const { own, ended } = cpuOf(pid);
  return pids.reduce((sum, child) => sum + cpuMs(child), own + ended);
}

/** Memory that a process holds at this moment, in millions of bytes (Linux). */
export function residentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kilobytes) * 1024) / 1_000_000;
}
