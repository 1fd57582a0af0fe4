import { type ComponentType, lazy, useState } from 'react';

/** A component that is loaded on demand. */
export interface LoadedPart<P extends object> {
  (props: P): React.ReactNode;
  /** Loads it before it is shown. */
  load(): Promise<unknown>;
}

/**
 * Makes a component of one that is loaded on demand. Once it is loaded it renders at once: `lazy` alone would first show the
 * fallback, and React shows a fallback for up to 300 ms, in which pressed keys are lost.
 */
export function loadPart<P extends object>(importPart: () => Promise<ComponentType<P>>): LoadedPart<P> {
  let loaded: ComponentType<P> | null = null;
  const load = (): Promise<ComponentType<P>> =>
    importPart().then((component) => {
      loaded = component;
      return component;
    });
  const Lazy = lazy(() => load().then((component) => ({ default: component })));
  function Part(props: P) {
    // Kept for as long as it is mounted: another component would start without its state.
    const [Shown] = useState<ComponentType<P>>(() => loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return Object.assign(Part, { load });
}
