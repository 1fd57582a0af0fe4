import type { eraseContact, eraseTenant, getErasure, listErasures } from '@parley/common/contracts/operator/erasures';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import { pageOf, readCursor } from '@parley/database/list-cursor';
import type { TenantOf } from '@parley/database/tenant-of-slug';
import { type Erasure, type NewErasure, toReceipt } from '../domain/erasure.ts';

export interface ErasureRows {
  findErasure(id: string): Promise<Erasure | null>;
  findContactErasure(tenantId: number, contactId: number): Promise<Erasure | null>;
  findTenantErasure(slug: string): Promise<Erasure | null>;
  listErasuresAfter(
    position: number,
    count: number,
    status: string | undefined,
  ): Promise<(Erasure & { position: number })[]>;
  insertErasure(erasure: NewErasure): Promise<void>;
  /** Disables slug, keys and webhooks in the transaction that writes the job; null when there is no such tenant. */
  closeTenant(slug: string, erasure: Pick<NewErasure, 'id' | 'requestedAt'>): Promise<number | null>;
}

export interface ManageErasuresDeps {
  erasures: ErasureRows;
  tenantOf: TenantOf;
  /** Whether the tenant has this contact. */
  isContact(tenantId: number, contactId: number): Promise<boolean>;
  /** Makes gateways drop the tenant's cached keys. */
  publishKeysChanged(): void;
  /** Wakes the erasure worker. */
  wakeErasures(): void;
  now(): Date;
}

/** Erasures and their receipts, for the operator (docs/reference/operator-api.md#erasure). */
export function makeManageErasures({ erasures, now, ...deps }: ManageErasuresDeps) {
  return {
    /** Starts the durable erasure of a person; a repeat returns the same receipt. Errors: unknown_tenant, unknown_contact. */
    async eraseContact({ slug, id: contactId }: InputOf<typeof eraseContact>): Promise<OutputOf<typeof eraseContact>> {
      const tenantId = await deps.tenantOf(slug);
      const known = await erasures.findContactErasure(tenantId, contactId);
      if (known) return toReceipt(known);
      if (!(await deps.isContact(tenantId, contactId))) throw new AppError('unknown_contact');
      await erasures.insertErasure({
        id: makeId('ers'),
        tenantId,
        tenantSlug: slug,
        what: 'contact',
        contactId,
        requestedAt: now(),
      });
      deps.wakeErasures();
      const erasure = await erasures.findContactErasure(tenantId, contactId);
      if (!erasure) throw new Error('An erasure was not stored.');
      return toReceipt(erasure);
    },

    /** Starts the durable erasure of a tenant; a repeat returns the same receipt. Errors: unknown_tenant. */
    async eraseTenant({ slug }: InputOf<typeof eraseTenant>): Promise<OutputOf<typeof eraseTenant>> {
      const closed = await erasures.closeTenant(slug, { id: makeId('ers'), requestedAt: now() });
      if (closed !== null) {
        deps.publishKeysChanged();
        deps.wakeErasures();
      }
      const erasure = await erasures.findTenantErasure(slug);
      if (!erasure) throw new AppError('unknown_tenant');
      return toReceipt(erasure);
    },

    /** Errors: unknown_erasure. */
    async show({ id }: InputOf<typeof getErasure>): Promise<OutputOf<typeof getErasure>> {
      const erasure = await erasures.findErasure(id);
      if (!erasure) throw new AppError('unknown_erasure');
      return toReceipt(erasure);
    },

    /** Oldest first. Errors: invalid_cursor. */
    async list({ limit, cursor, status }: InputOf<typeof listErasures>): Promise<OutputOf<typeof listErasures>> {
      const found = await erasures.listErasuresAfter(readCursor(cursor), limit + 1, status);
      const rows = found.map((erasure) => ({ id: erasure.position, erasure }));
      return pageOf(rows, limit, ({ erasure }) => toReceipt(erasure));
    },
  };
}
