import { PLATFORM_EVENT_TYPES, PLATFORM_SUBSCRIPTIONS } from '@parley/common/events/event-types';
import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { platformWebhookTexts } from '../../texts/platform-webhook.ts';
import { uiTexts } from '../../texts/shell.ts';
import { CheckGroup } from '../../ui/fields/field.tsx';
import { UrlField } from '../../ui/fields/kinds-of-field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { textOf, ticksOf } from '../../ui/forms/form-values.ts';
import { OPERATIONS, type Scope } from './operations.ts';

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
    const events = PLATFORM_SUBSCRIPTIONS.filter((event) => ticked.includes(event));
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
        choices={PLATFORM_SUBSCRIPTIONS.map((value) => ({ value, text: value }))}
        checked={of?.events ?? PLATFORM_EVENT_TYPES}
      />
    </FormDialog>
  );
}
