/**
 * `send` at most once in `everyMs`. What happens in between is sent when that time is over: the server counts idle minutes
 * from these calls, so the last act of a user must not get lost.
 */
export function throttled(send: () => void, everyMs: number): { call: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOwed = false;
  const sendNow = (): void => {
    isOwed = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (isOwed) sendNow();
    }, everyMs);
    send();
  };
  return {
    call() {
      if (timer === undefined) sendNow();
      else isOwed = true;
    },
    stop: () => clearTimeout(timer),
  };
}
