import { z } from 'zod';
import { unlogged } from '../../contract/resource-change.ts';
import { defineAction } from '../../define-contract.ts';
import { IDEMPOTENCY_ERRORS } from '../idempotency-errors.ts';
import {
  EXAMPLE_GROUP,
  GROUP_FROM,
  GROUP_ID,
  GroupDescription,
  GroupId,
  GroupInfo,
  GroupSettingsChange,
  GroupSubject,
  ONE_GROUP_ERRORS,
  RemovedGroupParts,
} from './group-fields.ts';

/** Changes a group (docs/reference/groups.md#changing). */
export const updateGroup = defineAction({
  service: 'pairing',
  name: 'update-group',
  method: 'POST',
  tag: 'groups',
  sdk: 'groups.update',
  mcp: 'sets',
  reference: 'docs/reference/groups.md#changing',
  summary: 'Change subject, description or settings of a group',
  description:
    'Changes the given members of a group, and leaves the others. The network takes them one by one: after an error repeat the request, which changes nothing twice. Settings can be changed by admins only.',
  input: z.object({
    ...GROUP_FROM,
    group_id: GroupId,
    subject: GroupSubject.optional(),
    description: GroupDescription.optional(),
    remove: RemovedGroupParts.optional(),
    settings: GroupSettingsChange.optional(),
  }),
  output: z.object({ ok: z.literal(true), group: GroupInfo }),
  errors: ['not_group_admin', ...ONE_GROUP_ERRORS, ...IDEMPOTENCY_ERRORS],
  channel: 'wd',
  deadlineMs: 25_000,
  logged: {},
  example: {
    request: { group_id: GROUP_ID, settings: { only_admins_edit: true } },
    answer: { ok: true, group: EXAMPLE_GROUP },
  },
  audit: { fields: ['group_id'], change: unlogged('a group at the network, which its members see') },
});
