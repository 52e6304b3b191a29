/**
 * Runs `act` when `waitMs` milliseconds have passed without a call. `cancel` drops a pending call.
 */
export function debounced(act: () => void, waitMs: number): { call: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(timer);
  return {
    call() {
      cancel();
      timer = setTimeout(act, waitMs);
    },
    cancel,
  };
}
