import { useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { canAlert, mayNotify, NOTIFIES, SOUNDS } from '../../shell/alerts/alert-choices.ts';
import { CheckField } from '../../ui/field.tsx';
import { useStoredFlag } from '../../ui/use-stored-flag.ts';
import { accountTexts } from './texts.ts';

/** Whether this browser says that a message has arrived, and how; nothing where it cannot. */
export function AlertFields() {
  const t = useTexts(accountTexts);
  const [notifies, setNotifies] = useStoredFlag(NOTIFIES);
  const [sounds, setSounds] = useStoredFlag(SOUNDS);
  const [isBlocked, setBlocked] = useState(false);
  const choose = async (isOn: boolean): Promise<void> => {
    const may = !isOn || (await mayNotify());
    setBlocked(!may);
    setNotifies(isOn && may);
  };
  if (!canAlert()) return null;
  return (
    <>
      <CheckField label={t('notifies')} checked={notifies} onChange={(event) => void choose(event.target.checked)} />
      {isBlocked && (
        <p role="alert" className="text-warn">
          {t('notifies_blocked')}
        </p>
      )}
      <CheckField label={t('sounds')} checked={sounds} onChange={(event) => setSounds(event.target.checked)} />
    </>
  );
}
