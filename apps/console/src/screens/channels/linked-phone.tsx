import { useOperation } from '../../api/use-operations.ts';
import { Problem } from '../../ui/problems/problem.tsx';
import type { Account } from './channel-state.tsx';
import { DeviceLimits } from './device-limits.tsx';
import { DeviceProxy } from './device-proxy.tsx';

const EVERY_MS = 5000;

/** Limits and proxy of a linked phone, from one look at its session. */
export function LinkedPhone({ of }: { of: Account }) {
  const { data, error } = useOperation('session-status', { id: of.id }, { everyMs: EVERY_MS });
  return (
    <>
      <Problem error={error} />
      {data && (
        <>
          {data.limits && <DeviceLimits of={data.limits} />}
          <DeviceProxy of={of} session={data} />
        </>
      )}
    </>
  );
}
