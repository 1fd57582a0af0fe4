import { DEFAULT_EVENT_TYPES, EVENT_TYPES, OPT_IN_RECEIPTS } from '@parley/common/events/event-types';
import type { ItemOf } from '../../api/use-operations.ts';
import { CHANNEL_CODES } from '../../i18n/channel-codes.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { keysTexts } from '../../texts/keys.ts';
import { channelTexts } from '../../texts/shell.ts';
import { CheckField, CheckGroup, TextField } from '../../ui/fields/field.tsx';
import { NumberField, UrlField } from '../../ui/fields/kinds-of-field.tsx';
import { textOf, ticksOf } from '../../ui/forms/form-values.ts';
import { MCP_TOOL_NAMES, READING_TOOLS } from './mcp-tools.ts';

export type Key = ItemOf<'list-keys'>;

const DEFAULT_LIMIT = 60;
const LIMIT_MAX = 1_000_000;

/** The form's values as input of the operations. */
export function keyFieldsOf(form: FormData) {
  const chosenChannels = ticksOf(form, 'channels');
  const chosenEvents = ticksOf(form, 'events');
  const chosenReceipts = ticksOf(form, 'receipts');
  const chosenTools = ticksOf(form, 'mcp_tools');
  return {
    label: textOf(form, 'label'),
    channels: CHANNEL_CODES.filter((channel) => chosenChannels.includes(channel)),
    events: EVENT_TYPES.filter((event) => chosenEvents.includes(event)),
    receipts: OPT_IN_RECEIPTS.filter((channel) => chosenReceipts.includes(channel)),
    webhook_url: textOf(form, 'webhook_url') || null,
    rate_limit_per_minute: Number(textOf(form, 'rate_limit_per_minute')),
    mcp_enabled: form.has('mcp_enabled'),
    mcp_tools: MCP_TOOL_NAMES.filter((tool) => chosenTools.includes(tool)),
    set_webhook_enabled: form.has('set_webhook_enabled'),
    may_read: form.has('may_read'),
  };
}

/** The fields of a new or changed key. */
export function KeyFields({ of }: { of: Key | null }) {
  const t = useTexts(keysTexts);
  const channelName = useTexts(channelTexts);
  return (
    <>
      <TextField
        label={t('label')}
        hint={t('label_hint')}
        name="label"
        maxLength={100}
        defaultValue={of?.label}
        autoComplete="off"
        required
      />
      <CheckGroup
        label={t('channels')}
        name="channels"
        choices={CHANNEL_CODES.map((value) => ({ value, text: channelName(value) }))}
        checked={of?.channels ?? CHANNEL_CODES}
      />
      <UrlField
        label={t('webhook')}
        hint={t('webhook_hint')}
        name="webhook_url"
        placeholder="https://"
        defaultValue={of?.webhook_url ?? ''}
      />
      <CheckField
        label={t('own_webhook')}
        name="set_webhook_enabled"
        defaultChecked={of?.set_webhook_enabled ?? false}
      />
      <CheckGroup
        label={t('events')}
        name="events"
        choices={EVENT_TYPES.map((value) => ({ value, text: value }))}
        checked={of?.events ?? DEFAULT_EVENT_TYPES}
      />
      <CheckGroup
        label={t('receipts')}
        name="receipts"
        choices={OPT_IN_RECEIPTS.map((value) => ({ value, text: channelName(value) }))}
        checked={of?.receipts ?? []}
      />
      <NumberField
        label={t('limit')}
        name="rate_limit_per_minute"
        min={1}
        max={LIMIT_MAX}
        defaultValue={of?.rate_limit_per_minute ?? DEFAULT_LIMIT}
        required
      />
      <CheckField label={t('may_read')} name="may_read" defaultChecked={of?.may_read ?? false} />
      <CheckField label={t('mcp')} name="mcp_enabled" defaultChecked={of?.mcp_enabled ?? true} />
      <CheckGroup
        label={t('mcp_tools')}
        name="mcp_tools"
        choices={MCP_TOOL_NAMES.map((value) => ({ value, text: value }))}
        checked={of?.mcp_tools ?? READING_TOOLS}
      />
    </>
  );
}
