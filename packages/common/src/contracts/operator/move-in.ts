import { z } from 'zod';
import { changed, itemOf, made, nothing } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineOperator } from '../../define-contract.ts';
import { InstanceId, Instant, line, RowId, Slug } from '../../fields.ts';
import { storableText } from '../../text/storable.ts';
import { ListQuery, listOf } from './tenants.ts';

/** Systems that linked devices come from. */
export const MOVE_IN_SOURCES = ['evolution', 'baileys', 'whatsmeow'] as const;

/**
 * Types of the client's values that move besides its credentials, longer names first: a source joins type and id by `-`.
 */
export const MOVE_IN_TYPES = [
  'app-state-sync-key',
  'sender-key-memory',
  'identity-key',
  'device-list',
  'lid-mapping',
  'sender-key',
  'pre-key',
  'session',
  'tctoken',
] as const;

/** Values of one call. */
export const MOVE_IN_KEYS_MAX = 500;
/** Characters of one value. A session with all of its old states has about 400,000. */
export const MOVE_IN_VALUE_MAX = 600_000;
/** Characters of the history of one call. */
export const MOVE_IN_HISTORY_MAX = 600_000;
/** Values of one device. */
const TOTAL_MAX = 1_000_000;

/** States of a move (docs/reference/sessions.md#moved-devices). */
export const MOVE_IN_STATES = ['copying', 'waiting', 'starting', 'moved', 'released', 'ended'] as const;

const DeviceJid = z
  .string()
  .regex(
    /^\d{5,20}:\d{1,5}@s\.whatsapp\.net$/,
    'must be the address of a linked device: <digits>:<device>@s.whatsapp.net',
  );

export const MoveInView = z
  .object({
    account_id: z.int(),
    source: z.enum(MOVE_IN_SOURCES),
    device: z.string().describe('The address of the link, which stays the same'),
    phone: z.string().nullable(),
    label: z.string(),
    state: z
      .enum(MOVE_IN_STATES)
      .describe(
        'copying: its keys are not complete. waiting: it is ready to start. starting: it has not logged in yet. moved: it has logged in. released: given back to the source. ended: its link has ended',
      ),
    reason: z.string().nullable().describe('The reason of the state, such as a failed connection'),
    since: Instant.describe('When the state was entered'),
  })
  .register(SCHEMA_NAMES, { id: 'MoveIn' });

const Named = { slug: Slug, account_id: RowId };
const errors = ['unknown_tenant', 'unknown_move_in'] as const;

export const listMoveIns = defineOperator({
  service: 'pairing',
  name: 'list-move-ins',
  method: 'GET',
  path: '/tenants/{slug}/move-ins',
  summary: 'List linked devices that came from another system, newest first',
  description: 'Returns the linked devices of a tenant that were moved in, with the state of each move.',
  input: z.object({ slug: Slug, ...ListQuery }),
  output: listOf(MoveInView),
  errors: ['unknown_tenant'],
});

/** The state of a move before and after a call. */
const STATE = changed(itemOf(listMoveIns, { account_id: 'account_id' }), { fields: ['state'] });

/** Creates the row of a device that moves in (docs/reference/sessions.md#moved-devices). */
export const beginMoveIn = defineOperator({
  service: 'pairing',
  name: 'begin-move-in',
  method: 'POST',
  path: '/tenants/{slug}/move-ins',
  summary: 'Begin to move a linked device in from another system',
  description:
    'Creates a linked device that is not connected, for the keys of a device of another system, and returns its account_id. For a device that has begun and is not started, its keys are deleted and the copy begins again. One that is started is returned as it is.',
  input: z.object({
    slug: Slug,
    instance_id: InstanceId.describe('The key that the device belongs to'),
    source: z.enum(MOVE_IN_SOURCES).describe('The system that it comes from'),
    device: DeviceJid.describe('The address of the link'),
    label: line(100).describe('The name of the account'),
  }),
  successStatus: 201,
  output: MoveInView,
  errors: ['unknown_tenant', 'unknown_key'],
  audit: {
    fields: ['slug', 'instance_id', 'source', 'account_id', 'state'],
    change: made({ fields: ['account_id', 'source', 'state'] }),
  },
});

/** Stores keys of a device that is copied. They are encrypted; a repeat changes nothing. */
export const addMoveInKeys = defineOperator({
  service: 'pairing',
  name: 'add-move-in-keys',
  method: 'POST',
  path: '/tenants/{slug}/move-ins/{account_id}/keys',
  summary: 'Store keys of a device that moves in',
  description:
    'Stores values of the device in the form of Parley, encrypted. The values give access to the account: send them over TLS or the loopback interface only.',
  input: z.object({
    ...Named,
    keys: z
      .array(
        z.object({
          type: z.enum(['creds', ...MOVE_IN_TYPES]),
          id: line(300),
          value: storableText(MOVE_IN_VALUE_MAX).min(1),
        }),
      )
      .min(1)
      .max(MOVE_IN_KEYS_MAX)
      .describe('Values with their type and id'),
  }),
  output: z.object({ account_id: z.int(), stored: z.int().describe('Values of this call') }),
  errors,
  deadlineMs: 25_000,
  audit: { fields: ['slug', 'account_id'], change: nothing('keys, which no log has') },
});

/** Ends the copy: the device has all of its keys, and can be started. */
export const finishMoveIn = defineOperator({
  service: 'pairing',
  name: 'finish-move-in',
  method: 'POST',
  path: '/tenants/{slug}/move-ins/{account_id}/finish',
  summary: 'End the copy of a device that moves in',
  description:
    'Checks that all keys have arrived and that the credentials belong to the device. It is not connected before start-move-in.',
  input: z.object({
    ...Named,
    keys: z.int().min(1).max(TOTAL_MAX).describe('The number of all values of the device, the credentials included'),
  }),
  output: MoveInView,
  errors,
  audit: { fields: ['slug', 'account_id', 'keys', 'state'], change: STATE },
});

/** Connects a copied device. */
export const startMoveIn = defineOperator({
  service: 'pairing',
  name: 'start-move-in',
  method: 'POST',
  path: '/tenants/{slug}/move-ins/{account_id}/start',
  summary: 'Connect a device that was moved in',
  description:
    'Connects the device with the keys of the source, which must not run any more: two systems with one link replace each other. After the first login the source cannot use its keys again.',
  input: z.object(Named),
  output: MoveInView,
  errors,
  deadlineMs: 12_000,
  directed: true,
  audit: { fields: ['slug', 'account_id', 'state'], change: STATE },
});

/** Gives a device back to its source before its first login. */
export const releaseMoveIn = defineOperator({
  service: 'pairing',
  name: 'release-move-in',
  method: 'POST',
  path: '/tenants/{slug}/move-ins/{account_id}/release',
  summary: 'Give a device back to the source that it came from',
  description:
    'Deletes the device and its keys in Parley without a logout, so that the source can use its link again. Possible until the first login.',
  input: z.object(Named),
  output: MoveInView,
  errors,
  deadlineMs: 12_000,
  directed: true,
  audit: { fields: ['slug', 'account_id', 'state'], change: STATE },
});

/** Stores old messages of a device that has moved in. */
export const importMoveInHistory = defineOperator({
  service: 'pairing',
  name: 'import-move-in-history',
  method: 'POST',
  path: '/tenants/{slug}/move-ins/{account_id}/history',
  summary: 'Import old messages of a device that has moved in',
  description:
    'Stores messages that the source kept, like the history of a phone: they cause no event and are not unread. Send newer ones first; a message that is stored already is skipped. Messages after the copy are left out, because the device receives them itself.',
  input: z.object({
    ...Named,
    history: storableText(MOVE_IN_HISTORY_MAX)
      .min(1)
      .describe('A HistorySync of the network’s protocol, base64: conversations with messages, pushnames with names'),
  }),
  output: z.object({
    account_id: z.int(),
    stored: z.int().describe('Messages that were not stored before'),
    refused: z.int().describe('Messages that cannot be read or stored'),
    is_full: z.boolean().describe('Whether no older message can be stored: a device has 20,000'),
  }),
  errors,
  deadlineMs: 25_000,
  audit: { fields: ['slug', 'account_id'], change: nothing('messages, which no log has') },
});
