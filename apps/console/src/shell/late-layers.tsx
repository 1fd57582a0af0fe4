import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/** The page works without them, where they could not be loaded. */
const Layers = lazy<ComponentType>(() =>
  import('./layers.tsx').then(
    (file) => ({ default: file.Layers }),
    () => ({ default: () => null }),
  ),
);

const FIRST_USES = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Loads the tooltip and the toasts at the first use of the page, so that its first list does not wait for them. */
export function LateLayers() {
  const [isUsed, setUsed] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    for (const use of FIRST_USES)
      window.addEventListener(
        use,
        () => {
          setUsed(true);
          listening.abort();
        },
        { signal },
      );
    return () => listening.abort();
  }, []);
  if (!isUsed) return null;
  return (
    <Suspense>
      <Layers />
    </Suspense>
  );
}
