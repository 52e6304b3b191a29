type Window = { points: number; endsAt: number };

/**
 * Counts points per key in windows of `seconds`, in memory. A window begins with its first point.
 * Two maps take turns, so that ended windows are dropped together: a timer per key would cost more
 * than the counting.
 */
export function createFixedWindowCounter(seconds: number, now = () => performance.now()) {
  const lengthMs = seconds * 1_000;
  let recent = new Map<string, Window>();
  let older = recent;
  let recentSince = -Infinity;
  return {
    /** Takes a point; returns the number of points in the key's window, with this one. */
    take(key: string): number {
      const at = now();
      if (at - recentSince >= lengthMs) {
        older = recent;
        recent = new Map();
        recentSince = at;
      }
      const known = recent.get(key) ?? older.get(key);
      if (known !== undefined && at < known.endsAt) return (known.points += 1);
      recent.set(key, { points: 1, endsAt: at + lengthMs });
      return 1;
    },
    /** Number of keys in memory, including those of ended windows. */
    size: () => recent.size + older.size,
  };
}
