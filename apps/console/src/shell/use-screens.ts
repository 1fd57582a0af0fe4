import { useSandboxOrigin } from '../api/use-sandbox-origin.ts';
import { SCREENS, type Screen } from './screens.ts';
import { isAllowed, useSession } from './session-context.tsx';

/** The screens that the reader may see in this deployment. */
export function useScreens(): Screen[] {
  const session = useSession();
  const hasSandbox = typeof useSandboxOrigin() === 'string';
  return SCREENS.filter(
    ({ permission, needsSandbox = false }) => isAllowed(session, permission) && (hasSandbox || !needsSandbox),
  );
}
