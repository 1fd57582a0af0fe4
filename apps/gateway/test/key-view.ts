/** A key as its service returns it. */
export const KEY_VIEW = {
  instanceId: 'ins_oldest00000',
  label: 'till',
  channels: ['wa' as const],
  webhookUrl: null,
  events: [],
  receipts: [],
  rateLimitPerMinute: 60,
  enabled: true,
  ordered: false,
  mcpEnabled: true,
  mcpTools: [],
  setWebhookEnabled: false,
  mayRead: false,
  previousKeyUntil: null,
  revokedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};
