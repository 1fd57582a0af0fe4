import type { EraseProgress, erasePerson, eraseTenantData } from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';

export interface EraseDataDeps {
  /** Each deletes a batch of stored answers and returns how many. */
  forgetSendsTo(tenantId: number, conversationIds: number[]): Promise<number>;
  forgetTenant(tenantId: number): Promise<number>;
}

const progressOf = (answers: number): EraseProgress => ({
  erased: { answers },
  cursor: answers > 0 ? 'more' : null,
  waiting: 0,
});

/** Erases answers stored for `Idempotency-Key` (services/accounts runs the job). */
export function makeEraseData({ forgetSendsTo, forgetTenant }: EraseDataDeps) {
  return {
    erasePerson: async ({ person }: InputOf<(typeof erasePerson)['send']>) =>
      progressOf(await forgetSendsTo(person.tenantId, person.conversationIds)),
    eraseTenantData: async ({ tenantId }: InputOf<(typeof eraseTenantData)['send']>) =>
      progressOf(await forgetTenant(tenantId)),
  };
}
