import { useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { canAlert, mayNotify, NOTIFIES, PUSHES, SOUNDS } from '../../shell/alerts/alert-choices.ts';
import { canPush, startPush, stopPush } from '../../shell/alerts/push.ts';
import { isAllowed, useSession } from '../../shell/session/session-context.tsx';
import { accountTexts } from '../../texts/account.ts';
import { CheckField } from '../../ui/fields/field.tsx';
import { useStoredFlag } from '../../ui/use-stored-flag.ts';

type Refusal = 'notifies_blocked' | 'pushes_failed';

/** Whether this browser says that a message has arrived, and how; nothing where it cannot. */
export function AlertFields() {
  const t = useTexts(accountTexts);
  const session = useSession();
  const [notifies, setNotifies] = useStoredFlag(NOTIFIES);
  const [sounds, setSounds] = useStoredFlag(SOUNDS);
  const [pushes, setPushes] = useStoredFlag(PUSHES);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const choose = async (isOn: boolean): Promise<void> => {
    const may = !isOn || (await mayNotify());
    setRefusal(may ? null : 'notifies_blocked');
    setNotifies(isOn && may);
  };
  const choosePush = async (isOn: boolean): Promise<void> => {
    const may = !isOn || (await mayNotify());
    setRefusal(may ? null : 'notifies_blocked');
    if (!may) return;
    try {
      await (isOn ? startPush() : stopPush());
      setPushes(isOn);
    } catch {
      setRefusal('pushes_failed');
    }
  };
  if (!canAlert()) return null;
  return (
    <>
      <CheckField label={t('notifies')} checked={notifies} onChange={(event) => void choose(event.target.checked)} />
      <CheckField label={t('sounds')} checked={sounds} onChange={(event) => setSounds(event.target.checked)} />
      {canPush() && session.member !== null && isAllowed(session, 'inbox.use') && (
        <CheckField label={t('pushes')} checked={pushes} onChange={(event) => void choosePush(event.target.checked)} />
      )}
      {refusal !== null && (
        <p role="alert" className="text-warn">
          {t(refusal)}
        </p>
      )}
    </>
  );
}
