import { useState } from 'react';
import { type ItemOf, useChange, useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { isAllowed, useSession } from '../../shell/session-context.tsx';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Ago } from '../../ui/ago.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ListScreen } from '../../ui/list-screen.tsx';
import { RemoveDialog } from '../../ui/remove-dialog.tsx';
import type { Column } from '../../ui/table.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { ROLE_SET_NAMES, type RoleSet, roleSetOf, rolesOf } from './role-sets.ts';
import { membersTexts } from './texts.ts';

type Member = ItemOf<'list-members'>;
type Opened =
  | { what: 'invite' }
  | { what: 'remove'; member: Member }
  | { what: 'roles'; member: Member; to: RoleSet }
  | null;

function RolesDialog({ of, to, onClose }: { of: Member; to: RoleSet; onClose: () => void }) {
  const t = useTexts(membersTexts);
  const change = useChange('change-member-roles', { refreshes: ['list-members'] });
  return (
    <ConfirmDialog
      title={t('role_title', { name: of.name, role: t(to) })}
      action={t('change_role', { role: t(to) })}
      change={change}
      onConfirm={() => change.mutate({ id: of.id, roles: rolesOf(to) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('role_lead', { role: t(roleSetOf(of.roles)) })}
    </ConfirmDialog>
  );
}

function MemberActions({ of, onOpen }: { of: Member; onOpen: (opened: Opened) => void }) {
  const t = useTexts(membersTexts);
  return (
    <ActionMenu
      label={t('actions', { name: of.name })}
      actions={[
        ...ROLE_SET_NAMES.filter((name) => name !== roleSetOf(of.roles)).map((to) => ({
          title: t('change_role', { role: t(to) }),
          run: () => onOpen({ what: 'roles', member: of, to }),
        })),
        { title: t('remove'), isDangerous: true, run: () => onOpen({ what: 'remove', member: of }) },
      ]}
    />
  );
}

/** Members and their roles; members with the permission invite, change and remove others. */
export function MembersScreen() {
  const t = useTexts(membersTexts);
  const ui = useTexts(uiTexts);
  const mayManage = isAllowed(useSession(), 'members.manage');
  const list = useList('list-members', {});
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  const columns: Column<Member>[] = [
    {
      title: t('name'),
      show: ({ id, name }) => (
        <span className="flex items-center gap-3">
          <Avatar name={name} seed={id} />
          <bdi className="font-medium">{name}</bdi>
        </span>
      ),
    },
    { title: t('email'), show: ({ email }) => <bdi>{email}</bdi> },
    { title: t('role'), show: ({ roles }) => <Badge look="plain">{t(roleSetOf(roles))}</Badge> },
    { title: t('second_factor'), show: ({ has_second_factor }) => (has_second_factor ? t('on') : t('off')) },
    {
      title: t('last_seen'),
      show: ({ last_seen_at }) => (last_seen_at ? <Ago at={last_seen_at} /> : t('never')),
    },
  ];
  const actions: Column<Member> = {
    title: ui('actions'),
    show: (member) => <MemberActions of={member} onOpen={setOpened} />,
  };
  const invite = mayManage && (
    <Button look="primary" onClick={() => setOpened({ what: 'invite' })}>
      {t('invite')}
    </Button>
  );
  return (
    <ListScreen
      title={t('title')}
      actions={invite}
      list={list}
      keyOf={({ id }) => id}
      emptyTitle={t('empty')}
      emptyLead={t('empty_lead')}
      columns={mayManage ? [...columns, actions] : columns}
    >
      {mayManage && <Invitations />}
      {opened?.what === 'invite' && <InviteDialog onClose={close} />}
      {opened?.what === 'roles' && <RolesDialog of={opened.member} to={opened.to} onClose={close} />}
      {opened?.what === 'remove' && (
        <RemoveDialog
          operation="remove-member"
          refreshes={['list-members']}
          id={opened.member.id}
          title={t('remove_title', { name: opened.member.name })}
          action={t('remove')}
          onClose={close}
        >
          {t('remove_lead')}
        </RemoveDialog>
      )}
    </ListScreen>
  );
}
