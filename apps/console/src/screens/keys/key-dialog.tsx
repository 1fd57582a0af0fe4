import { useState } from 'react';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { keysTexts } from '../../texts/keys.ts';
import { uiTexts } from '../../texts/shell.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { type Key, KeyFields, keyFieldsOf } from './key-fields.tsx';
import { KeyUse } from './key-use.tsx';
import type { Shown } from './shown-key.tsx';

interface Props {
  /** The key to change; null for a new one. */
  of: Key | null;
  onMade: (shown: Shown) => void;
  onClose: () => void;
}

/** Creates a key, or changes one. */
export function KeyDialog({ of, onMade, onClose }: Props) {
  const t = useTexts(keysTexts);
  const ui = useTexts(uiTexts);
  const make = useChange('create-key', { refreshes: ['list-keys', 'home'] });
  const change = useChange('update-key', { refreshes: ['list-keys'] });
  const [lacksChannel, setLacksChannel] = useState(false);
  const submit = (form: FormData): void => {
    const fields = keyFieldsOf(form);
    setLacksChannel(fields.channels.length === 0);
    if (fields.channels.length === 0) return;
    if (of) change.mutate({ instance_id: of.instance_id, ...fields }, { onSuccess: onClose });
    else
      make.mutate(fields, {
        onSuccess: (made) => onMade({ apiKey: made.api_key, webhookSecret: made.webhook_secret }),
      });
  };
  return (
    <FormDialog
      title={of ? of.label : t('make')}
      action={of ? ui('save') : t('make')}
      change={of ? change : make}
      refusal={lacksChannel && t('pick_channel')}
      onSubmit={submit}
      onClose={onClose}
    >
      {of && (
        <div>
          <p className="text-sm text-muted">{t('used')}</p>
          <KeyUse of={of} />
        </div>
      )}
      <KeyFields of={of} />
    </FormDialog>
  );
}
