import { useTexts } from '../../../i18n/language-context.tsx';
import { composeTexts } from '../../../texts/conversation.ts';
import { TextField } from '../../../ui/fields/field.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { textOf } from '../../../ui/forms/form-values.ts';
import { NO_CHANGE } from './forms/content-form.ts';
import { localMinute } from './local-minute.ts';

const MINUTE_MS = 60_000;
/** The server's limit, less an hour for a wrong clock of this computer. */
const MAX_MS = 90 * 24 * 3_600_000 - 3_600_000;

/** Asks when the answer is sent. */
export function ScheduleDialog({ onPick, onClose }: { onPick: (at: string) => void; onClose: () => void }) {
  const t = useTexts(composeTexts);
  const nowMs = Date.now();
  const tomorrow = new Date(nowMs);
  tomorrow.setDate(tomorrow.getDate() + 1);
  tomorrow.setHours(9, 0, 0, 0);
  return (
    <FormDialog
      title={t('send_later')}
      action={t('set_time')}
      change={NO_CHANGE}
      onClose={onClose}
      onSubmit={(form) => {
        onPick(new Date(textOf(form, 'at')).toISOString());
        onClose();
      }}
    >
      <TextField
        label={t('send_time')}
        hint={t('send_time_hint')}
        name="at"
        type="datetime-local"
        required
        min={localMinute(nowMs + MINUTE_MS)}
        max={localMinute(nowMs + MAX_MS)}
        defaultValue={localMinute(tomorrow.getTime())}
      />
    </FormDialog>
  );
}
