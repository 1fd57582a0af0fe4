/**
 * Calls `end` after `ms`, once the sockets have been read: after a blocked event loop, timers run before that, and an
 * answer may have arrived in time. Returns a function that cancels it.
 */
export function startDeadline(ms: number, end: () => void): () => void {
  let reading: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => {
    reading = setImmediate(end);
  }, ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(reading);
  };
}
