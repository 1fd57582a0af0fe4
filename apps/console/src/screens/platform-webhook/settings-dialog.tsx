import type { PlatformSubscription } from '@parley/common/platform-events';
import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { CheckGroup } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { textOf, ticksOf } from '../../ui/form-values.ts';
import { UrlField } from '../../ui/kinds-of-field.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { OPERATIONS, type Scope } from './operations.ts';
import { platformWebhookTexts } from './texts.ts';

/** Whether a new webhook gets the event unless its owner chooses otherwise; not the opt-in events of keys (docs/reference/platform-events.md#opt-in-events-of-keys). */
const IS_DEFAULT: Readonly<Record<PlatformSubscription, boolean>> = {
  'message-sent': true,
  'bot-message': true,
  'new-messages': true,
  'new-conversation-created': true,
  'new-conversation': true,
  'conversation-status-updated': true,
  'sms-sent': true,
  'email-sent': true,
  'message.updated': false,
  'message.deleted': false,
  'contact.opt_out': false,
  'contact.referral': false,
  'group.updated': false,
  'call.received': false,
  'template.status': false,
  'channel.health': false,
  'comment.updated': false,
  'comment.deleted': false,
};
const EVENTS = Object.keys(IS_DEFAULT) as PlatformSubscription[]; // safe: the record has exactly the events

interface Props {
  scope: Scope;
  /** Null for a new one. */
  of: OutputOf<'get-platform-webhook'> | null;
  onSecret: (secret: string) => void;
  onClose: () => void;
}

/** Creates or changes the platform webhook; the secret of a new one is shown once. */
export function SettingsDialog({ scope, of, onSecret, onClose }: Props) {
  const t = useTexts(platformWebhookTexts);
  const ui = useTexts(uiTexts);
  const { set, get, check } = OPERATIONS[scope];
  const change = useChange(set, { refreshes: [get, check] });
  const [lacksEvent, setLacksEvent] = useState(false);
  const submit = (form: FormData): void => {
    const ticked = ticksOf(form, 'events');
    const events = EVENTS.filter((event) => ticked.includes(event));
    setLacksEvent(events.length === 0);
    if (events.length === 0) return;
    change.mutate(
      { url: textOf(form, 'url'), events },
      {
        onSuccess: ({ secret }) => {
          onClose();
          if (secret !== undefined) onSecret(secret);
        },
      },
    );
  };
  return (
    <FormDialog
      title={of ? t('change') : t('make')}
      action={of ? ui('save') : t('make')}
      change={change}
      refusal={lacksEvent && t('lacks_event')}
      onSubmit={submit}
      onClose={onClose}
    >
      <UrlField
        label={t('url')}
        hint={t('url_hint')}
        name="url"
        placeholder="https://"
        defaultValue={of?.url}
        required
      />
      <CheckGroup
        label={t('events')}
        name="events"
        choices={EVENTS.map((value) => ({ value, text: value }))}
        checked={of?.events ?? EVENTS.filter((event) => IS_DEFAULT[event])}
      />
    </FormDialog>
  );
}
