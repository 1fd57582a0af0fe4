import { z } from 'zod';
import { unlogged } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { PhoneNumber } from '../../fields.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';
import {
  EXAMPLE_GROUP,
  GROUP_ERRORS,
  GROUP_FROM,
  GroupDescription,
  GroupInfo,
  GroupPersonResult,
  GroupSubject,
  MAX_ADDED,
} from './group-fields.ts';

/** Creates a group (docs/reference/groups.md#creating). */
export const createGroup = defineAction({
  service: 'pairing',
  name: 'create-group',
  method: 'POST',
  tag: 'groups',
  sdk: 'groups.create',
  mcp: 'adds',
  reference: 'docs/reference/groups.md#creating',
  summary: 'Create a group',
  description:
    'Creates a group with the linked phone as its owner, and adds up to 5 people. People who could not be added are in results, with the reason: send them the invite link instead. Send an Idempotency-Key: a repeat with it never creates a second group. People are added slowly (5 in 10 seconds, 20 a day): more is rate_limited, with retry_after.',
  input: z.object({
    ...GROUP_FROM,
    subject: GroupSubject,
    description: GroupDescription.optional(),
    participants: z.array(PhoneNumber).max(MAX_ADDED).default([]).describe('People to add, besides the linked phone'),
  }),
  output: z.object({
    ok: z.literal(true),
    group: GroupInfo,
    results: z.array(GroupPersonResult).describe('One for each participant'),
  }),
  errors: [...GROUP_ERRORS, ...IDEMPOTENCY_ERRORS],
  channel: 'wd',
  deadlineMs: 25_000,
  logged: {},
  example: {
    request: { subject: EXAMPLE_GROUP.subject, participants: ['+16505550123'] },
    answer: {
      ok: true,
      group: EXAMPLE_GROUP,
      results: [{ address: '+16505550123', ok: true, error: null, message: null }],
    },
  },
  audit: { fields: [], change: unlogged('a group at the network, which its members see') },
});
