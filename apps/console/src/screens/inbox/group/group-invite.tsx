import { useState } from 'react';
import { useOperation } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { groupTexts } from '../../../texts/inbox-more.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyBlock } from '../../../ui/buttons/copy-block.tsx';
import { ChangeDialog } from '../../../ui/dialogs/change-dialog.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import type { GroupPlace } from './group-of.ts';

/** The invite link of a group, shown when a member asks for it: whoever has it can join. */
export function GroupInvite({ place, mayRevoke }: { place: GroupPlace; mayRevoke: boolean }) {
  const t = useTexts(groupTexts);
  const [isShown, setIsShown] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { data, error } = useOperation('group-invite', place, { isOn: isShown });
  return (
    <div className="grid justify-items-start gap-2">
      {!isShown && <Button onClick={() => setIsShown(true)}>{t('show_invite')}</Button>}
      <Problem error={error} />
      {data && (
        <div className="w-full">
          <CopyBlock label={t('invite')} value={data.invite_link} />
        </div>
      )}
      {data && mayRevoke && <Button onClick={() => setIsAsking(true)}>{t('revoke')}</Button>}
      {isAsking && (
        <ChangeDialog
          operation="revoke-group-invite"
          input={place}
          refreshes={['group-invite']}
          title={t('revoke_title')}
          action={t('revoke')}
          onClose={() => setIsAsking(false)}
        >
          {t('revoke_lead')}
        </ChangeDialog>
      )}
    </div>
  );
}
