import { useOperation } from '../api/use-operations.ts';
import { screenOfTrouble } from './screen-of-trouble.ts';
import type { Screen } from './screens.ts';
import { isAllowed, useSession } from './session-context.tsx';

/** Without one of these a member sees no trouble. */
const SEEING = ['channels.manage', 'webhooks.manage', 'credit.read', 'bots.manage'] as const;
const EVERY_MS = 60_000;

/** The screens that need attention, looked up every minute. */
export function useMarkedScreens(): ReadonlySet<Screen['name']> {
  const session = useSession();
  const isOn = SEEING.some((permission) => isAllowed(session, permission));
  const { data } = useOperation('list-attention', {}, { isOn, everyMs: EVERY_MS });
  return new Set(isOn ? data?.items.map(screenOfTrouble) : []);
}
