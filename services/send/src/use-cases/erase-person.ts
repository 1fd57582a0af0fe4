import type { EraseProgress, erasePerson as erasePersonContract } from '@parley/common/contracts/internal/erase-data';
import { eraseProgress } from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';
import type { SendService } from '../service.ts';
import { forgetSendsTo } from '../storage/erase-store.ts';

/** Erases a batch of the answers stored for `Idempotency-Key` of sends to a person (services/accounts runs the job). */
export async function erasePerson(
  service: SendService,
  { person }: InputOf<(typeof erasePersonContract)['send']>,
): Promise<EraseProgress> {
  return eraseProgress({
    answers: await forgetSendsTo(service.database, person.tenantId, person.conversationIds),
  });
}
