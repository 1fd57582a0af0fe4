import { useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { Button } from '../button.tsx';
import { TextField } from '../field.tsx';
import { Problem } from '../problem.tsx';
import type { DeliveryScope } from './delivery-operations.ts';
import { webhookTexts } from './texts.ts';
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
  selected: ReadonlySet<string>;
  onReplayed: () => void;
}

/** Replays the selected deliveries, or all that failed since a moment. */
export function ReplayBar({ scope, instanceId, selected, onReplayed }: Props) {
  const t = useTexts(webhookTexts);
  const [since, setSince] = useState(() => toField(new Date(Date.now() - DAY_MS)));
  const replay = useReplay({ scope });
  const ofKey = instanceId === '' ? {} : { instance_id: instanceId };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('since')}
          type="datetime-local"
          value={since}
          onChange={(event) => setSince(event.target.value)}
        />
        <Button
          disabled={replay.isPending || since === ''}
          onClick={() => replay.mutate({ since: new Date(since).toISOString(), ...ofKey })}
        >
          {t('replay_failed')}
        </Button>
        {selected.size > 0 && (
          <Button
            look="primary"
            disabled={replay.isPending}
            onClick={() => replay.mutate([...selected], { onSuccess: onReplayed })}
          >
            {t('replay_selected', { count: selected.size })}
          </Button>
        )}
      </div>
      <Problem error={replay.error} />
    </div>
  );
}
