import type { CloseDetail, CloseReason } from '../src/leases/close-reason.rules.ts';
import { advance, type DeviceEvent, type DeviceState, type DeviceStatus } from '../src/leases/device-state.rules.ts';

export const NOW = new Date('2026-03-01T10:00:00Z');
export const EARLIER = new Date('2026-03-01T09:30:00Z');

export const at = (status: DeviceStatus, given: Partial<DeviceState> = {}): DeviceState => ({
  status,
  reason: null,
  detail: null,
  since: EARLIER,
  isPaired: false,
  isMovedIn: false,
  isAnnounced: false,
  attempts: 0,
  replacedAt: null,
  expiresAt: new Date('2026-03-01T10:30:00Z'),
  ...given,
});
export const linked = { isPaired: true, isAnnounced: true };
export const closed = (reason: CloseReason, detail?: CloseDetail): DeviceEvent => ({ kind: 'closed', reason, detail });

/** A step in short form: `status reason → effects`. */
export function reported(state: DeviceState, event: DeviceEvent, now = NOW, random = 0): string {
  const step = advance(state, event, now, random);
  const effects = step.effects.map((effect) =>
    [effect.kind, 'delayMs' in effect ? effect.delayMs : null, 'reason' in effect ? effect.reason : null]
      .filter((part) => part !== null)
      .join(':'),
  );
  const reason = [step.state.reason ?? '-', step.state.detail].filter((part) => part !== null).join('/');
  return `${step.state.status} ${reason} → ${effects.join(' ') || 'nothing'}`;
}
