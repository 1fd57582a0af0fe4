import type { UseCaseParts } from './use-cases.ts';

const refused = async () => ({
  ok: false as const,
  failure: {
    kind: 'refused' as const,
    provider: { name: 'graph' as const, status: null, code: null, message: 'Pages cannot be reached yet.' },
    channelBroken: false,
    safeToRetry: false,
    retryAfterMs: null,
  },
});

export const makePagesClient = (_options: object): UseCaseParts['pages'] => ({
  exchangeCode: refused,
  exchangeForLongLived: refused,
  inspectToken: refused,
  listPages: refused,
  subscribePage: refused,
  unsubscribePage: refused,
});
