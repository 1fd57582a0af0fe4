import { useState } from 'react';
import { useOperation } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { isAllowed, useSession } from '../../../shell/session/session-context.tsx';
import { groupTexts } from '../../../texts/inbox-more.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ChangeDialog } from '../../../ui/dialogs/change-dialog.tsx';
import { Loading } from '../../../ui/page/loading.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { EditGroup } from './edit-group.tsx';
import { GroupInvite } from './group-invite.tsx';
import { GroupMembers } from './group-members.tsx';
import type { GroupPlace } from './group-of.ts';
import { GroupRequests } from './group-requests.tsx';

/** The group of a conversation: description, members, link and requests, with the acts that the linked phone may do. */
export function GroupView({ place }: { place: GroupPlace }) {
  const t = useTexts(groupTexts);
  const session = useSession();
  const [asked, setAsked] = useState<'edit' | 'leave' | null>(null);
  const { data, error, isPending } = useOperation('get-group', place);
  const group = data?.group;
  const isAdmin = group?.role === 'owner' || group?.role === 'admin';
  const isManager = isAllowed(session, 'inbox.manage');
  const mayEdit = isManager && (isAdmin || group?.settings.only_admins_edit === false);
  const close = (): void => setAsked(null);
  return (
    <section aria-label={t('group')} className="grid gap-3">
      <h3 className="text-sm text-muted">{t('group')}</h3>
      {isPending && <Loading />}
      <Problem error={error} />
      {group && (
        <>
          <p className="font-medium [overflow-wrap:anywhere]">
            <bdi>{visibleText(group.subject)}</bdi>
          </p>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <bdi>{visibleText(group.description) ?? t('no_description')}</bdi>
          </p>
          {mayEdit && (
            <div>
              <Button onClick={() => setAsked('edit')}>{t('edit')}</Button>
            </div>
          )}
          <GroupMembers place={place} group={group} isAdmin={isAdmin} />
          {isAdmin && <GroupRequests place={place} />}
          {isAdmin && <GroupInvite place={place} mayRevoke={isManager} />}
          {isManager && (
            <div>
              <Button look="danger" onClick={() => setAsked('leave')}>
                {t('leave')}
              </Button>
            </div>
          )}
        </>
      )}
      {group && asked === 'edit' && <EditGroup place={place} group={group} isAdmin={isAdmin} onClose={close} />}
      {asked === 'leave' && (
        <ChangeDialog
          operation="leave-group"
          input={place}
          refreshes={['get-group']}
          title={t('leave_title')}
          action={t('leave')}
          onClose={close}
        >
          {t('leave_lead')}
        </ChangeDialog>
      )}
    </section>
  );
}
