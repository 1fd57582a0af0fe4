import { useChange, useList } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { membersTexts } from '../../texts/members.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ListSection } from '../../ui/lists/list-section.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { roleSetOf } from './role-sets.ts';

function Withdraw({ id, email }: { id: string; email: string }) {
  const t = useTexts(membersTexts);
  const withdraw = useChange('revoke-invitation', { refreshes: ['list-invitations'] });
  return (
    <>
      <Button
        aria-label={`${t('withdraw')}: ${email}`}
        disabled={withdraw.isPending}
        onClick={() => withdraw.mutate({ id })}
      >
        {t('withdraw')}
      </Button>
      <Problem error={withdraw.error} />
    </>
  );
}

/** Invitations that are not accepted yet. */
export function Invitations() {
  const t = useTexts(membersTexts);
  const formats = useFormats();
  const list = useList('list-invitations', {});
  return (
    <ListSection
      title={t('invitations')}
      list={list}
      keyOf={({ id }) => id}
      empty={t('no_invitations')}
      columns={[
        { title: t('email'), show: ({ email }) => <bdi>{email}</bdi> },
        { title: t('role'), show: ({ roles }) => t(roleSetOf(roles)) },
        { title: t('valid_until'), show: ({ expires_at }) => formats.date(expires_at) },
        {
          title: t('withdraw'),
          show: ({ id, email }) => <Withdraw id={id} email={email} />,
        },
      ]}
    />
  );
}
