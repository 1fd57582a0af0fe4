import { lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../i18n/load-texts.ts';

/** The scripts of a screen could not be loaded. */
export class ScreenMissing extends Error {}

/**
 * A screen that is loaded when it is first opened. Errors: ScreenMissing. The router would reload the page at once,
 * even without a connection; RouteProblem waits for the server.
 */
export const loadScreen = <M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
  ...texts: string[]
) =>
  lazyRouteComponent(
    () =>
      withTexts(load(), ...texts).catch((cause: unknown) => {
        throw new ScreenMissing('The screen could not be loaded.', { cause });
      }),
    name,
  );
