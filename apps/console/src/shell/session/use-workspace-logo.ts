import { useOperation } from '../../api/use-operations.ts';

/** The logo of the workspace as a data URL; null while there is none. Each version is read once. */
export function useWorkspaceLogo(version: string | null): string | null {
  const isOn = version !== null;
  const { data } = useOperation('get-workspace-logo', { version: version ?? '' }, { isOn, isFixed: true });
  return isOn ? (data?.image ?? null) : null;
}
