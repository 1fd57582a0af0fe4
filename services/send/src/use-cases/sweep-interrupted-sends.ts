import { AppError } from '@parley/common/errors';
import type { Database } from '@parley/prisma/connect-database';
import type { StoredAnswer } from '@parley/prisma/messaging/outbound-message';
import { failOpenSend } from '@parley/prisma/messaging/settle-late';
import { dropOldIdempotencyKeys, findHopeless, markInterrupted } from '../storage/interrupted-store.ts';

export interface SweepDeps {
  database: Pick<Database, 'transaction'>;
  now(): Date;
  /** How long a wa send of unknown outcome waits for a receipt that confirms it. */
  waConfirmMs: number;
  wake(instanceIds: string[]): void;
}

const BATCH = 100;
const KEY_BATCH = 5000;

/**
 * Ends sends whose process died, or whose provider never answered: first they are unknown (a wa receipt may still
 * confirm them), then failed, with the credit given back and message.status fired. Safe over replicas.
 */
export function makeSweepInterruptedSends({ database, now, waConfirmMs, wake }: SweepDeps) {
  const error = {
    code: 'provider_timeout',
    message: 'The provider never told what became of this message.',
    provider_code: null,
  };
  const answer: StoredAnswer = {
    ok: false,
    error: { code: 'provider_timeout', message: new AppError('provider_timeout').message, extras: {} },
  };
  return async (): Promise<{ interrupted: number; ended: number }> => {
    const at = now();
    const interrupted = await database.transaction((sql) => markInterrupted(sql, at, BATCH));
    const { ended, woken } = await database.transaction(async (sql) => {
      const hopeless = await findHopeless(sql, at, waConfirmMs, BATCH);
      const instanceIds: string[] = [];
      for (const messageId of hopeless)
        instanceIds.push(...(await failOpenSend(sql, { messageId, providerMessageId: null, at, error, answer })));
      return { ended: hopeless.length, woken: instanceIds };
    });
    if (woken.length > 0) wake([...new Set(woken)]);
    await database.transaction((sql) => dropOldIdempotencyKeys(sql, at, KEY_BATCH));
    return { interrupted, ended };
  };
}
