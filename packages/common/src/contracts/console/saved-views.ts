import { z } from 'zod';
import { FILTER_FIELDS } from '../../contract/audit-values.ts';
import { defineConsole } from '../../contract/define-console.ts';
import { changed, itemOf, made, nothing, removed } from '../../contract/resource-change.ts';
import { line } from '../../fields.ts';
import { ConversationFilter } from '../operator/conversations.ts';

const VIEW_FIELDS = ['id', 'is_shared', ...FILTER_FIELDS];

/** The maximum number of a member's own views, and of a workspace's shared views. */
export const VIEWS_MAX = 50;
/** Maximum length of a view's name, in characters. */
const VIEW_NAME_MAX = 60;

const ViewId = z.string().regex(/^viw_[0-9a-z]{10,40}$/, 'must be the id of a view');
const ViewName = line(VIEW_NAME_MAX);

export const SavedView = z.object({
  id: z.string(),
  name: z.string(),
  filter: ConversationFilter,
  is_shared: z.boolean().describe('Whether every member of the workspace has it'),
});
export type SavedView = z.infer<typeof SavedView>;

export const listViews = defineConsole({
  service: 'accounts',
  name: 'list-views',
  method: 'GET',
  summary: 'Saved views of the inbox: your own, then those of the workspace, each in their order',
  permission: 'inbox.use',
  input: z.object({}),
  output: z.object({ items: z.array(SavedView), may_share: z.boolean() }),
  errors: [],
});

/** Only owners, developers and the operator can change shared views (docs/reference/console.md#saved-views). */
export const createView = defineConsole({
  service: 'accounts',
  name: 'create-view',
  method: 'POST',
  summary: 'Save filters of the inbox under a name',
  permission: 'inbox.use',
  input: z.object({ name: ViewName, filter: ConversationFilter, is_shared: z.boolean().default(false) }),
  output: SavedView,
  errors: ['permission_denied', 'too_many_views'],
  audit: { fields: VIEW_FIELDS, change: made() },
});

const ONE_VIEW = itemOf(listViews, { id: 'id' });

export const updateView = defineConsole({
  service: 'accounts',
  name: 'update-view',
  method: 'POST',
  summary: 'Give a saved view another name or other filters',
  permission: 'inbox.use',
  input: z.object({ id: ViewId, name: ViewName.optional(), filter: ConversationFilter.optional() }),
  output: SavedView,
  errors: ['unknown_view'],
  audit: { fields: VIEW_FIELDS, change: changed(ONE_VIEW) },
});

export const deleteView = defineConsole({
  service: 'accounts',
  name: 'delete-view',
  method: 'POST',
  summary: 'Delete a saved view',
  permission: 'inbox.use',
  input: z.object({ id: ViewId }),
  output: z.object({ ok: z.literal(true) }),
  errors: ['unknown_view'],
  audit: { fields: VIEW_FIELDS, change: removed(ONE_VIEW) },
});

/** Views that are not named follow in their former order, so that a view that was saved since is not lost. */
export const orderViews = defineConsole({
  service: 'accounts',
  name: 'order-views',
  method: 'POST',
  summary: 'Put your own views, or those of the workspace, in an order',
  permission: 'inbox.use',
  input: z.object({ is_shared: z.boolean(), order: z.array(ViewId).min(1).max(VIEWS_MAX) }),
  output: z.object({ ok: z.literal(true) }),
  errors: ['permission_denied'],
  audit: { fields: ['is_shared', 'order'], change: nothing('only moves views in their list') },
});
