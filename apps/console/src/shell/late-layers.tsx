import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/** The page works without them, where they could not be loaded. */
const Layers = lazy<ComponentType>(() =>
  import('./layers.tsx').then(
    (file) => ({ default: file.Layers }),
    () => ({ default: () => null }),
  ),
);

const FIRST_USES = ['pointermove', 'pointerdown', 'keydown'] as const;
/** The delay in browsers that do not report when they are idle. */
const IDLE_MS = 2000;

/**
 * Loads the tooltip and the toasts once the browser is idle, at the latest at the first use of the page: its first list
 * does not wait for them, nor do its first keys.
 */
export function LateLayers() {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const load = (): void => {
      if (!signal.aborted) setDue(true);
      listening.abort();
    };
    for (const event of FIRST_USES) window.addEventListener(event, load, { signal });
    if ('requestIdleCallback' in window) window.requestIdleCallback(load);
    else setTimeout(load, IDLE_MS);
    return () => listening.abort();
  }, []);
  if (!isDue) return null;
  return (
    <Suspense>
      <Layers />
    </Suspense>
  );
}
