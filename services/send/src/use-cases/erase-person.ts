import type { EraseProgress, erasePerson as erasePersonContract } from '@parley/common/contracts/internal/erase-data';
import { eraseProgress } from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import type { SendService } from '../service.ts';
import { forgetSendsTo } from '../storage/erase-store.ts';
import { cancelScheduledOf } from './cancel-scheduled-of.ts';

/**
 * Cancels a batch of scheduled messages to a person, or erases a batch of the answers stored for `Idempotency-Key` of
 * sends to them (services/accounts runs the job).
 */
export async function erasePerson(
  service: SendService,
  { person }: InputOf<(typeof erasePersonContract)['send']>,
): Promise<EraseProgress> {
  const { tenantId, conversationIds } = person;
  if (await cancelScheduledOf(service, tenantId, conversationIds)) return { erased: {}, cursor: 'more', waiting: 0 };
  return eraseProgress({ answers: await forgetSendsTo(service.database, tenantId, conversationIds) });
}
