import type { NotificationChannel } from '@parley/common/notification-kinds';
import { useState } from 'react';
import { useChange, useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ListSection } from '../../ui/list-section.tsx';
import { EmptyPage } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { notify } from '../../ui/toast.ts';
import { ConfirmPhoneDialog } from './confirm-phone-dialog.tsx';
import type { Recipient } from './kinds.ts';
import { RecipientDialog } from './recipient-dialog.tsx';
import { notificationsTexts } from './texts.ts';

type Opened = { what: 'add' } | { what: 'change' | 'remove' | 'confirm'; recipient: Recipient } | null;

function Name({ of }: { of: Recipient }) {
  const t = useTexts(notificationsTexts);
  return (
    <div className="grid justify-items-start gap-1">
      <bdi className="font-medium">{of.name}</bdi>
      {of.member_id !== null && <Badge look="plain">{t('member')}</Badge>}
    </div>
  );
}

function Address({ of, way }: { of: Recipient; way: NotificationChannel }) {
  const t = useTexts(notificationsTexts);
  const address = way === 'email' ? of.email : of.phone;
  const confirmedAt = way === 'email' ? of.email_confirmed_at : of.phone_confirmed_at;
  if (address === null) return '–';
  return (
    <div className="grid justify-items-start gap-1">
      <bdi dir="ltr">{address}</bdi>
      <Badge look={confirmedAt ? 'good' : 'warn'}>{confirmedAt ? t('confirmed') : t('unconfirmed')}</Badge>
    </div>
  );
}

function RemoveDialog({ of, onClose }: { of: Recipient; onClose: () => void }) {
  const t = useTexts(notificationsTexts);
  const remove = useChange('delete-recipient', { refreshes: ['list-recipients', 'list-notifications'] });
  return (
    <ConfirmDialog
      title={t('remove_title', { name: of.name })}
      action={t('remove')}
      change={remove}
      onConfirm={() => remove.mutate({ id: of.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t('remove_lead')}
    </ConfirmDialog>
  );
}

function RecipientActions({ of, onOpen }: { of: Recipient; onOpen: (opened: Opened) => void }) {
  const t = useTexts(notificationsTexts);
  const again = useChange('update-recipient', { refreshes: ['list-notifications'] });
  const { email, phone } = of;
  // Saving an unconfirmed address again sends a new confirmation.
  const unconfirmed = {
    ...(email && !of.email_confirmed_at ? { email } : {}),
    ...(phone && !of.phone_confirmed_at ? { phone } : {}),
  };
  const askAgain = (): void =>
    again.mutate({ id: of.id, ...unconfirmed }, { onSuccess: () => notify(t('asked_again')) });
  return (
    <>
      <ActionMenu
        label={t('actions', { name: of.name })}
        actions={[
          { title: t('change'), run: () => onOpen({ what: 'change', recipient: of }) },
          ...('phone' in unconfirmed
            ? [{ title: t('confirm_phone'), run: () => onOpen({ what: 'confirm', recipient: of }) }]
            : []),
          ...(Object.keys(unconfirmed).length > 0 ? [{ title: t('ask_again'), run: askAgain }] : []),
          { title: t('remove'), isDangerous: true, run: () => onOpen({ what: 'remove', recipient: of }) },
        ]}
      />
      <Problem error={again.error} />
    </>
  );
}

/** The recipients, their addresses, and whether those are confirmed. */
export function Recipients() {
  const t = useTexts(notificationsTexts);
  const ui = useTexts(uiTexts);
  const list = useList('list-recipients', {}, { everyMs: 5000 });
  const [opened, setOpened] = useState<Opened>(null);
  const close = (): void => setOpened(null);
  const add = (
    <Button look="primary" onClick={() => setOpened({ what: 'add' })}>
      {t('add')}
    </Button>
  );
  return (
    <ListSection
      title={t('recipients')}
      actions={list.data?.length ? add : undefined}
      list={list}
      keyOf={({ id }) => String(id)}
      empty={
        <EmptyPage title={t('empty')} action={add}>
          {t('empty_lead')}
        </EmptyPage>
      }
      columns={[
        { title: t('name'), show: (recipient) => <Name of={recipient} /> },
        { title: t('email'), show: (recipient) => <Address of={recipient} way="email" /> },
        { title: t('sms'), show: (recipient) => <Address of={recipient} way="sms" /> },
        {
          title: t('quiet_hours'),
          show: ({ quiet_hours }) =>
            quiet_hours ? <bdi dir="ltr">{`${quiet_hours.from}–${quiet_hours.to}`}</bdi> : '–',
        },
        { title: ui('actions'), show: (recipient) => <RecipientActions of={recipient} onOpen={setOpened} /> },
      ]}
    >
      {(opened?.what === 'add' || opened?.what === 'change') && (
        <RecipientDialog of={opened.what === 'change' ? opened.recipient : null} onClose={close} />
      )}
      {opened?.what === 'confirm' && <ConfirmPhoneDialog of={opened.recipient} onClose={close} />}
      {opened?.what === 'remove' && <RemoveDialog of={opened.recipient} onClose={close} />}
    </ListSection>
  );
}
