import { useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { webhookTexts } from '../../texts/deliveries.ts';
import { Button } from '../buttons/button.tsx';
import { TextField } from '../fields/field.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { textOf } from '../forms/form-values.ts';
import type { DeliveryScope } from './delivery-operations.ts';
import { useReplay } from './use-replay.ts';

const DAY_MS = 24 * 3600 * 1000;
const MINUTE_MS = 60_000;

/** A moment in the format of a date and time field: local time, without a zone. */
const toField = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);

interface Props {
  scope: DeliveryScope;
  /** Empty for all keys. */
  instanceId: string;
}

/** Replays all that failed since a moment. */
export function ReplayFailed({ scope, instanceId }: Props) {
  const t = useTexts(webhookTexts);
  const [isAsking, setAsking] = useState(false);
  const replay = useReplay({ scope });
  const submit = (form: FormData): void => {
    const since = new Date(textOf(form, 'since')).toISOString();
    const ofKey = instanceId === '' ? {} : { instance_id: instanceId };
    replay.mutate({ since, ...ofKey }, { onSuccess: () => setAsking(false) });
  };
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('replay_failed')}</Button>
      {isAsking && (
        <FormDialog
          title={t('replay_title')}
          action={t('replay_failed')}
          change={replay}
          onSubmit={submit}
          onClose={() => setAsking(false)}
        >
          <TextField
            label={t('since')}
            type="datetime-local"
            name="since"
            defaultValue={toField(new Date(Date.now() - DAY_MS))}
            required
          />
        </FormDialog>
      )}
    </>
  );
}
