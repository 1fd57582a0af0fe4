import type {
  ErasedPerson,
  EraseProgress,
  erasePerson,
  eraseTenantData,
} from '@parley/common/contracts/internal/erase-data';
import type { InputOf } from '@parley/common/define-contract';

export interface EraseDataDeps {
  /** Each erases a batch in one transaction; returns rows by kind. */
  eraseCommentsOf(person: ErasedPerson): Promise<{ comments: number; replies: number }>;
  removeCommentsOfTenant(tenantId: number): Promise<Record<string, number>>;
}

const progressOf = (erased: Record<string, number>): EraseProgress => ({
  erased,
  cursor: Object.values(erased).some((count) => count > 0) ? 'more' : null,
  waiting: 0,
});

/** Erases comments and the answers to them (services/accounts runs the job). */
export function makeEraseData({ eraseCommentsOf, removeCommentsOfTenant }: EraseDataDeps) {
  return {
    erasePerson: async ({ person }: InputOf<(typeof erasePerson)['comments']>) =>
      progressOf({ ...(await eraseCommentsOf(person)) }),
    eraseTenantData: async ({ tenantId }: InputOf<(typeof eraseTenantData)['comments']>) =>
      progressOf(await removeCommentsOfTenant(tenantId)),
  };
}
