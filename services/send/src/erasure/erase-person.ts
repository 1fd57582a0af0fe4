import { verb } from '@parley/bus/verb';
import { erasePerson as erasePersonContract, eraseProgress } from '@parley/common/contracts/internal/erase-data';
import { cancelScheduledOf } from '../scheduled/cancel-scheduled.steps.ts';
import type { SendService } from '../service.ts';
import { forgetSendsTo } from './erase.store.ts';

/**
 * Cancels a batch of scheduled messages to a person, or erases a batch of the answers stored for `Idempotency-Key` of
 * sends to them (services/accounts runs the job).
 */
export const erasePerson = verb(erasePersonContract.send, async (service: SendService, { person }) => {
  const { tenantId, conversationIds } = person;
  if (await cancelScheduledOf(service, tenantId, conversationIds)) return { erased: {}, cursor: 'more', waiting: 0 };
  return eraseProgress({ answers: await forgetSendsTo(service.database, tenantId, conversationIds) });
});
