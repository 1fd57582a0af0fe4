import type { eraseContact } from '@parley/common/contracts/operator/erasures';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { type Erasure, toReceipt } from '../domain/erasure.ts';
import type { NewErasure } from '../storage/erasure-store.ts';

export interface EraseContactDeps {
  findTenantId(slug: string): Promise<number | null>;
  findContactErasure(tenantId: number, contactId: number): Promise<Erasure | null>;
  /** Whether the tenant has this contact. */
  isContact(tenantId: number, contactId: number): Promise<boolean>;
  insertErasure(erasure: NewErasure): Promise<void>;
  /** There is one to do. */
  wakeErasures(): void;
  now(): Date;
}

/** Erases a person, durably; again for the same one answers the same receipt. Errors: unknown_tenant, unknown_contact. */
export function makeEraseContact(deps: EraseContactDeps) {
  return async ({ slug, id: contactId }: InputOf<typeof eraseContact>): Promise<OutputOf<typeof eraseContact>> => {
    const tenantId = await deps.findTenantId(slug);
    if (tenantId === null) throw new AppError('unknown_tenant');
    const known = await deps.findContactErasure(tenantId, contactId);
    if (known) return toReceipt(known);
    if (!(await deps.isContact(tenantId, contactId))) throw new AppError('unknown_contact');
    await deps.insertErasure({
      id: makeId('ers'),
      tenantId,
      tenantSlug: slug,
      what: 'contact',
      contactId,
      requestedAt: deps.now(),
    });
    deps.wakeErasures();
    const erasure = await deps.findContactErasure(tenantId, contactId);
    if (!erasure) throw new Error('An erasure was not stored.');
    return toReceipt(erasure);
  };
}
