import { z } from 'zod';
import { changed } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { Instant, RowId } from '../../fields.ts';
import { SessionStatus, ShownProxy } from '../sessions/session-fields.ts';
import { ListQuery, listOf, searchedBy } from './tenants.ts';

/** The problems of a linked device, the worst first. */
export const DEVICE_PROBLEMS = ['offline', 'restricted', 'silent'] as const;

/** Sort keys of linked devices; `problem` has the worst first. */
export const DEVICE_SORTS = ['problem', 'tenant', 'since', 'last_heard'] as const;

/** The paces of new chats (docs/reference/wd.md#pace-of-new-chats). */
export const WD_PACES = ['gentle', 'off'] as const;
export type WdPace = (typeof WD_PACES)[number];

const Pace = z.enum(WD_PACES).nullable();

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
    pace: Pace.optional().describe('The pace of new chats; null: the one of the deployment, PARLEY_WD_PACE'),
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

/** Sets the pace at which a linked device begins chats (docs/reference/wd.md#pace-of-new-chats). */
export const setDevicePace = defineOperator({
  service: 'pairing',
  name: 'set-device-pace',
  method: 'PATCH',
  path: '/linked-devices/{account_id}',
  summary: 'Set the pace of new chats of a linked device',
  description:
    'Turns the pace of new chats of one linked WhatsApp phone (wd) off, or on again. It holds from the next message on.',
  input: z.object({
    account_id: RowId,
    pace: Pace.describe(
      'gentle: a few new chats a day, by the age of the link. off: none is held back. null: PARLEY_WD_PACE',
    ),
  }),
  output: z.object({ account_id: z.int(), pace: Pace }),
  errors: ['not_connected'],
  audit: {
    fields: ['account_id', 'pace'],
    change: changed({ contract: listLinkedDevices, itemBy: { account_id: 'account_id' } }, { fields: ['pace'] }),
  },
});
