import { z } from 'zod';
import { LoggedLimit } from '../../contract/logged-values.ts';
import { unlogged } from '../../contract/resource-change.ts';
import { SCHEMA_NAMES } from '../../contract/schema-names.ts';
import { defineAction } from '../../define-contract.ts';
import { Cursor, pageLimit } from '../../fields.ts';
import { GROUP_FROM, GroupPerson } from '../groups/group-fields.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';
import { PROFILE_ERRORS } from './profile-fields.ts';

const BlockedPerson = z
  .object({
    address: z.string().describe('The number, or the hidden id where the number is unknown'),
    lid: z.string().nullable().describe('The hidden id; null if it is unknown'),
  })
  .register(SCHEMA_NAMES, { id: 'BlockedPerson' });

const Person = GroupPerson.describe('The number of a person, or the hidden id');
const Answer = z.object({ ok: z.literal(true), address: z.string() });
const PERSON = { address: '+16505550123' };

/** The people whom a linked phone has blocked (docs/reference/profiles.md#block-list). */
export const blockList = defineAction({
  service: 'pairing',
  name: 'block-list',
  method: 'GET',
  tag: 'profiles',
  sdk: 'profiles.blockList',
  mcp: 'reads',
  reference: 'docs/reference/profiles.md#block-list',
  summary: 'List the people whom a linked phone has blocked',
  description: 'Returns the people whom the linked phone has blocked (wd), also those blocked on the phone itself.',
  input: z.object({
    ...GROUP_FROM,
    limit: pageLimit(200, 100),
    cursor: Cursor.optional(),
    address: Person.optional().describe('Returns only this person: the list is empty if they are not blocked'),
  }),
  output: z.object({ ok: z.literal(true), blocked: z.array(BlockedPerson), next_cursor: z.string().nullable() }),
  errors: PROFILE_ERRORS,
  channel: 'wd',
  deadlineMs: 25_000,
  logged: { limit: LoggedLimit },
  example: {
    request: {},
    answer: { ok: true, blocked: [{ ...PERSON, lid: '916505550123@lid' }], next_cursor: null },
  },
});

/** Blocks a person (docs/reference/profiles.md#block-list). */
export const blockPerson = defineAction({
  service: 'pairing',
  name: 'block-person',
  method: 'POST',
  tag: 'profiles',
  sdk: 'profiles.block',
  mcp: 'removes',
  reference: 'docs/reference/profiles.md#block-list',
  summary: 'Block a person',
  description:
    'The linked phone blocks a person (wd): the network no longer delivers what they write to it. The person is not notified. A repeat changes nothing.',
  input: z.object({ ...GROUP_FROM, address: Person }),
  output: Answer,
  errors: [...PROFILE_ERRORS, ...IDEMPOTENCY_ERRORS],
  channel: 'wd',
  deadlineMs: 25_000,
  logged: {},
  example: { request: PERSON, answer: { ok: true, ...PERSON } },
  audit: { fields: [], change: unlogged('a list at the network, which the phone shows') },
});

/** Unblocks a person (docs/reference/profiles.md#block-list). */
export const unblockPerson = defineAction({
  service: 'pairing',
  name: 'unblock-person',
  method: 'POST',
  tag: 'profiles',
  sdk: 'profiles.unblock',
  mcp: 'sets',
  reference: 'docs/reference/profiles.md#block-list',
  summary: 'Unblock a person',
  description:
    'The linked phone ends the block of a person (wd). What they wrote while they were blocked does not arrive later. A repeat changes nothing.',
  input: z.object({ ...GROUP_FROM, address: Person }),
  output: Answer,
  errors: [...PROFILE_ERRORS, ...IDEMPOTENCY_ERRORS],
  channel: 'wd',
  deadlineMs: 25_000,
  logged: {},
  example: { request: PERSON, answer: { ok: true, ...PERSON } },
  audit: { fields: [], change: unlogged('a list at the network, which the phone shows') },
});
