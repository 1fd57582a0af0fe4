/** Lets callers wait until a state changes. */
export function makeChangeWatch() {
  const watchers = new Set<() => void>();
  return {
    /** Call it after each change. */
    changed(): void {
      for (const watcher of [...watchers]) watcher();
    },
    /** Waits until `look` returns a value, at most until `deadline` (ms since the epoch). */
    until<T>(look: () => T | null, deadline: number): Promise<T | null> {
      const found = look();
      if (found !== null) return Promise.resolve(found);
      return new Promise((resolve) => {
        const end = (value: T | null): void => {
          watchers.delete(watcher);
          clearTimeout(late);
          resolve(value);
        };
        const watcher = (): void => {
          const value = look();
          if (value !== null) end(value);
        };
        const late = setTimeout(() => end(null), Math.max(deadline - Date.now(), 1));
        watchers.add(watcher);
      });
    },
  };
}
