/** `act` once nothing has called for `waitMs` milliseconds; `cancel` forgets a call that waits. */
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
