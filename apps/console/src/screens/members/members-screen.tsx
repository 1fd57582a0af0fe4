import { type ItemOf, useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { isAllowed, useSession } from '../../shell/session/session-context.tsx';
import { membersTexts } from '../../texts/members.ts';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { ListScreen } from '../../ui/lists/list-screen.tsx';
import type { RowAction, RowMenu } from '../../ui/lists/list-state.tsx';
import { Ago } from '../../ui/marks/ago.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { ROLE_SET_NAMES, roleSetOf, rolesOf } from './role-sets.ts';

type Member = ItemOf<'list-members'>;

/** Members and their roles; members with the permission invite, change and remove others. */
export function MembersScreen() {
  const t = useTexts(membersTexts);
  const mayManage = isAllowed(useSession(), 'members.manage');
  const list = useList('list-members', {});
  const invite = {
    title: t('invite'),
    dialog: ({ close }: { close: () => void }) => <InviteDialog onClose={close} />,
    isAlwaysOnTop: true,
  };
  return (
    <ListScreen
      title={t('title')}
      create={mayManage ? invite : undefined}
      list={list}
      keyOf={({ id }) => id}
      empty={[t('empty'), t('empty_lead')]}
      columns={[
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
      ]}
      useMenu={mayManage ? useMenu : undefined}
    >
      {mayManage && <Invitations />}
    </ListScreen>
  );
}

function useMenu({ id, name, roles }: Member): RowMenu {
  const t = useTexts(membersTexts);
  const now = roleSetOf(roles);
  const refreshes = ['list-members'] as const;
  return {
    label: t('actions', { name }),
    actions: [
      ...ROLE_SET_NAMES.filter((set) => set !== now).map(
        (to): RowAction => ({
          title: t('change_role', { role: t(to) }),
          dialog: ({ close }) => (
            <ChangeDialog
              operation="change-member-roles"
              input={{ id, roles: rolesOf(to) }}
              refreshes={refreshes}
              title={t('role_title', { name, role: t(to) })}
              action={t('change_role', { role: t(to) })}
              onClose={close}
            >
              {t('role_lead', { role: t(now) })}
            </ChangeDialog>
          ),
        }),
      ),
      {
        title: t('remove'),
        isDangerous: true,
        dialog: ({ close }) => (
          <ChangeDialog
            operation="remove-member"
            input={{ id }}
            refreshes={refreshes}
            title={t('remove_title', { name })}
            action={t('remove')}
            onClose={close}
          >
            {t('remove_lead')}
          </ChangeDialog>
        ),
      },
    ],
  };
}
