import { z } from 'zod';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { Instant, RowId } from '../../fields.ts';
import { SessionStatus, ShownProxy } from '../sessions/session-fields.ts';
import { ListQuery, listOf, searchedBy } from './tenants.ts';

/** The problems of a linked device, the worst first. */
export const DEVICE_PROBLEMS = ['offline', 'restricted', 'silent'] as const;

/** Sort keys of linked devices; `problem` has the worst first. */
export const DEVICE_SORTS = ['problem', 'tenant', 'since', 'last_heard'] as const;

export const LinkedDeviceView = z
  .object({
    account_id: z.int(),
    tenant: z.string(),
    label: z.string(),
    phone: z.string().nullable(),
    status: SessionStatus,
    reason: z.string().nullable(),
    detail: z.string().nullable().optional().describe('`proxy` when the proxy of the device opened no connection'),
    proxy: ShownProxy.optional(),
    since: Instant.describe('When the status was entered'),
    problem: z.enum(DEVICE_PROBLEMS).nullable(),
    worker: z.string().nullable().describe('The worker that has its socket; null: none'),
    last_heard_at: Instant.nullable(),
  })
  .register(SCHEMA_NAMES, { id: 'LinkedDevice' });

/** Linked devices of all tenants that should be connected (docs/reference/sessions.md#devices-of-all-tenants). */
export const listLinkedDevices = defineOperator({
  service: 'pairing',
  name: 'list-linked-devices',
  method: 'GET',
  path: '/linked-devices',
  summary: 'Linked devices of all tenants, those with a problem first',
  description: 'Returns the linked WhatsApp phones (wd) of all tenants with their state and the reason of a problem.',
  input: z.object({
    ...ListQuery,
    ...searchedBy(DEVICE_SORTS, 'the tenant, the label or the number'),
    account_id: RowId.optional().describe('Returns only this device'),
  }),
  output: listOf(LinkedDeviceView),
  errors: [],
});
