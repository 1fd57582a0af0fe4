/** A key as the operator API shows it. */
export const KEY_VIEW = {
  instance_id: 'ins_oldest00000',
  label: 'till',
  channels: ['wa' as const],
  webhook_url: null,
  events: [],
  rate_limit_per_minute: 60,
  enabled: true,
  ordered: false,
  revoked_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
};
