import { z } from 'zod';
import { DECISION_FIELDS, FILTER_FIELDS } from '../../contract/audit-values.ts';
import { made } from '../../contract/resource-change.ts';
import { defineOperator } from '../../define-contract.ts';
import { RowId, Slug } from '../../fields.ts';
import { missingField } from '../when-object.ts';
import {
  BotMode,
  ConversationChange,
  ConversationFilter,
  ConversationStatus,
  ConversationView,
  MemberOrNone,
} from './conversations.ts';
import { ListQuery } from './tenants.ts';

const IDS_MAX = 1000;
/** The maximum number of filtered conversations that a call changes or counts. */
export const LOOKED_AT_ONCE = 5000;
/** The maximum number of conversations that the answer to a bulk change names. */
export const CHANGED_SHOWN = 100;
const Decided = z.object({
  status: ConversationStatus,
  assignee: z.string().nullable(),
  team: z.string().nullable().describe('Its id'),
  bot: BotMode,
  snoozed: ConversationView.shape.snoozed,
  labels: z.array(z.string()).describe('Their ids'),
});
/** {@link Decided} as an input, without team, snooze and labels; null means no value. */
const Expected = z.object({ status: ConversationStatus, assignee: MemberOrNone, bot: BotMode });
export type Expected = z.infer<typeof Expected>;
const ChangedOne = z.object({ id: z.int(), before: Decided, after: Decided });
export type ChangedOne = z.infer<typeof ChangedOne>;
const EITHER = missingField('ids', 'Exactly one of ids and filter is required.');

/**
 * Changes many conversations in batches; unchanged ones are not counted (docs/reference/operator-api.md#many-at-once).
 */
export const updateConversations = defineOperator({
  service: 'inbox',
  name: 'update-conversations',
  method: 'POST',
  path: '/tenants/{slug}/conversations/update',
  summary: 'Change many conversations: those with these ids, or all that a filter finds',
  description:
    'Applies one change to the named conversations, or to all that a filter finds: at most 5000 in a call. With a filter, repeat the call with `cursor` until `next_cursor` is null.',
  input: z
    .object({
      slug: Slug,
      ids: z.array(RowId).min(1).max(IDS_MAX).optional(),
      filter: ConversationFilter.optional(),
      ...ConversationChange.shape,
      expected: Expected.optional().describe(
        'Changes only conversations in this state, as `after` of a change returned it',
      ),
      limit: z
        .int()
        .min(1)
        .max(LOOKED_AT_ONCE)
        .optional()
        .describe('With a filter: how many conversations this call changes at most'),
      cursor: ListQuery.cursor,
    })
    .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), EITHER),
  oneOf: ['ids', 'filter'],
  output: z.object({
    changed: z.int().describe('How many this call has changed'),
    conversations: z.array(ChangedOne).max(CHANGED_SHOWN).describe(`The first ${CHANGED_SHOWN} of them`),
    next_cursor: z
      .string()
      .nullable()
      .describe('The position to continue from; null once everything that the filter finds was examined'),
  }),
  errors: ['unknown_tenant', 'unknown_member', 'unknown_label', 'unknown_team'],
  deadlineMs: 30_000,
  audit: {
    fields: [
      ...DECISION_FIELDS,
      'labels',
      'team',
      'ids',
      'expected.status',
      'expected.assignee',
      'expected.bot',
      'changed',
      ...FILTER_FIELDS,
    ],
    change: made({ fields: ['changed'], each: 'conversations' }),
  },
});
