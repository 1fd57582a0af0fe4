import { useSandboxOrigin } from '../../api/use-deployment.ts';
import { SCREENS, type Screen } from '../screens.ts';
import { isAgentOnly, isAllowed, useSession } from '../session/session-context.tsx';

/** The screens that the reader may see in this deployment. Agents have the inbox in place of Home. */
export function useScreens(): Screen[] {
  const session = useSession();
  const hasSandbox = typeof useSandboxOrigin() === 'string';
  return SCREENS.filter(
    ({ name, permission, needsSandbox = false }) =>
      isAllowed(session, permission) && (hasSandbox || !needsSandbox) && !(name === 'home' && isAgentOnly(session)),
  );
}

/** The screens of the navigation. */
export function useNavigationScreens(): Screen[] {
  const screens = useScreens();
  const isAgent = isAgentOnly(useSession());
  return screens.filter(({ icon, isForAgents = false }) => icon !== null && (isForAgents || !isAgent));
}
