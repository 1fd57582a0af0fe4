import { useState } from 'react';
import type { OutputOf } from '../../../api/operations.ts';
import { useChange, useOperation } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { callsTexts } from '../../../texts/number-settings.ts';
import { uiTexts } from '../../../texts/shell.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { CheckField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Loading } from '../../../ui/page/loading.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import { HoursFields } from '../../../ui/weekly-hours/hours-fields.tsx';
import { hoursOf } from '../../../ui/weekly-hours/hours-values.ts';
import { inOwnWords } from './in-own-words.ts';

interface Props {
  /** The platform's id of the number. */
  id: string;
  onClose: () => void;
}

function CallsForm({ id, known, onClose }: Props & { known: OutputOf<'get-call-settings'> }) {
  const t = useTexts(callsTexts);
  const ui = useTexts(uiTexts);
  const set = useChange('set-call-settings', { refreshes: ['get-call-settings', 'list-channel-health'] });
  const [hasHours, setHasHours] = useState(known.hours !== null);
  const submit = (form: FormData): void =>
    set.mutate(
      {
        id,
        is_on: form.has('is_on'),
        is_icon_shown: form.has('is_icon_shown'),
        asks_permission: form.has('asks_permission'),
        hours: hasHours ? hoursOf(form) : null,
      },
      { onSuccess: onClose },
    );
  return (
    <Form action={ui('save')} change={inOwnWords(set)} of="calls" onSubmit={submit}>
      <CheckField label={t('is_on')} name="is_on" defaultChecked={known.is_on} />
      <CheckField label={t('is_icon_shown')} name="is_icon_shown" defaultChecked={known.is_icon_shown} />
      <CheckField label={t('asks_permission')} name="asks_permission" defaultChecked={known.asks_permission} />
      <CheckField label={t('has_hours')} checked={hasHours} onChange={(event) => setHasHours(event.target.checked)} />
      {hasHours && <HoursFields of={known.hours} />}
      {known.holidays > 0 && <p className="text-sm text-muted">{t('holidays', { count: known.holidays })}</p>}
    </Form>
  );
}

/** Changes the settings of calls of a number, as Meta has them now. */
export function CallsDialog({ id, onClose }: Props) {
  const t = useTexts(callsTexts);
  const known = useOperation('get-call-settings', { id });
  return (
    <Dialog title={t('title')} isOpen onClose={onClose}>
      <p className="text-muted">{t('lead')}</p>
      <Problem error={inOwnWords({ isPending: false, error: known.error }).error} />
      {!known.data && !known.error && <Loading />}
      {known.data && <CallsForm id={id} known={known.data} onClose={onClose} />}
    </Dialog>
  );
}
