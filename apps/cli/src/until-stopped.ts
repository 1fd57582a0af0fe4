/** Runs a command that follows events until Ctrl-C, which ends it between two events. */
export async function untilStopped(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  await run(signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
