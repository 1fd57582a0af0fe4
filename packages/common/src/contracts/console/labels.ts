import { z } from 'zod';
import { defineConsole } from '../../contract/define-console.ts';
import { changed, itemOf, made, removed } from '../../contract/resource-change.ts';
import { LabelColor, LabelId, LabelTitle, LabelView } from '../operator/label-fields.ts';

const LABEL_FIELDS = ['id', 'color'];

/** Labels of conversations (docs/reference/console.md#labels). */
export const listLabels = defineConsole({
  service: 'inbox',
  name: 'list-labels',
  method: 'GET',
  summary: 'Labels of the workspace, by title',
  permission: 'inbox.use',
  input: z.object({}),
  output: z.object({ items: z.array(LabelView), next_cursor: z.null().describe('One page has all of them') }),
  errors: [],
});

export const createLabel = defineConsole({
  service: 'inbox',
  name: 'create-label',
  method: 'POST',
  summary: 'Create a label',
  permission: 'inbox.manage',
  input: z.object({ title: LabelTitle, color: LabelColor.default('gray') }),
  output: LabelView,
  errors: ['label_exists', 'too_many_labels'],
  audit: { fields: LABEL_FIELDS, change: made() },
});

const ONE_LABEL = itemOf(listLabels, { id: 'id' });

export const updateLabel = defineConsole({
  service: 'inbox',
  name: 'update-label',
  method: 'POST',
  summary: 'Give a label another title or color',
  permission: 'inbox.manage',
  input: z.object({ id: LabelId, title: LabelTitle.optional(), color: LabelColor.optional() }),
  output: LabelView,
  errors: ['unknown_label', 'label_exists'],
  audit: { fields: LABEL_FIELDS, change: changed(ONE_LABEL) },
});

/** Removes the label from all conversations. */
export const deleteLabel = defineConsole({
  service: 'inbox',
  name: 'delete-label',
  method: 'POST',
  summary: 'Delete a label',
  permission: 'inbox.manage',
  input: z.object({ id: LabelId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ['unknown_label'],
  audit: { fields: LABEL_FIELDS, change: removed(ONE_LABEL) },
});
