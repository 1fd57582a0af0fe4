import { z } from 'zod';
import { defineConsole } from '../../contract/define-console.ts';
import { made, nothing } from '../../contract/resource-change.ts';
import { line } from '../../fields.ts';

/** The longest text that Parley accepts from Meta as a name. */
const NAME_MAX = 64;

/** A username of WhatsApp, by the rules that Meta documents (docs/reference/wa.md#usernames). */
export const UsernameText = z
  .string()
  .regex(/^[a-z0-9._]{3,35}$/, 'must have 3 to 35 of these characters: a to z, 0 to 9, dot, underscore')
  .regex(/[a-z]/, 'must have a letter')
  .refine((name) => !name.startsWith('.') && !name.endsWith('.'), 'must not begin or end with a dot')
  .refine((name) => !name.includes('..'), 'must not have two dots in a row')
  .refine((name) => !name.startsWith('www'), 'must not begin with www');

/** A connected wa number by the platform's id. */
export const NUMBER_ID = { id: line(200).describe('The platform’s id of a connected wa number') };

/** The platform's word, such as approved or reserved; null: it gives none. */
const Status = z.string().max(NAME_MAX).nullable();

/** The username of a wa number, as the platform has it now (docs/reference/console.md#usernames). */
export const getUsername = defineConsole({
  service: 'channel-connect',
  name: 'get-username',
  method: 'GET',
  summary: 'The username of a WhatsApp number',
  permission: 'channels.manage',
  input: z.object(NUMBER_ID),
  output: z.object({
    username: z.string().nullable().describe('Null: it has none'),
    status: Status.describe('The platform’s word, such as approved'),
    suggestions: z.array(z.string()).describe('Names that the platform would accept; empty where it has none'),
  }),
  errors: ['not_connected', 'graph_error', 'provider_timeout'],
  deadlineMs: 25_000,
});

/** Reserves a username for a wa number, or changes it. Setting the same one again changes nothing. */
export const setUsername = defineConsole({
  service: 'channel-connect',
  name: 'set-username',
  method: 'POST',
  summary: 'Reserve or change the username of a WhatsApp number',
  permission: 'channels.manage',
  input: z.object({
    ...NUMBER_ID,
    username: UsernameText,
    move: z.boolean().default(false).describe('Takes the name from another number of the same business'),
  }),
  output: z.object({ id: z.string(), username: z.string(), status: Status }),
  errors: ['not_connected', 'username_refused', 'username_on_other_number', 'graph_error', 'provider_timeout'],
  deadlineMs: 25_000,
  audit: { fields: ['id', 'username', 'status', 'move'], change: made() },
});

/** Deletes the username of a wa number; people can reserve it at once. */
export const deleteUsername = defineConsole({
  service: 'channel-connect',
  name: 'delete-username',
  method: 'POST',
  summary: 'Delete the username of a WhatsApp number',
  permission: 'channels.manage',
  input: z.object(NUMBER_ID),
  output: z.object({ ok: z.literal(true) }),
  errors: ['not_connected', 'graph_error', 'provider_timeout'],
  deadlineMs: 25_000,
  audit: { fields: ['id'], change: nothing('only Meta has the name') },
});
