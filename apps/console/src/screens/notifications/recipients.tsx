import type { NotificationChannel } from '@parley/common/workspace/notification-kinds';
import { useState } from 'react';
import { useChange, useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { notificationsTexts } from '../../texts/notifications.ts';
import { uiTexts } from '../../texts/shell.ts';
import { ChangeDialog } from '../../ui/dialogs/change-dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { useSave } from '../../ui/forms/use-save.ts';
import { ListSection } from '../../ui/lists/list-section.tsx';
import type { RowAction, RowMenu } from '../../ui/lists/list-state.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { notify } from '../../ui/problems/toast.ts';
import type { Recipient } from './kinds.ts';
import { RecipientFields, recipientFieldsOf, whomOf } from './recipient-fields.tsx';

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

/** The recipients, their addresses, and whether those are confirmed. */
export function Recipients() {
  const t = useTexts(notificationsTexts);
  const list = useList('list-recipients', {}, { everyMs: 5000 });
  return (
    <ListSection
      title={t('recipients')}
      list={list}
      keyOf={({ id }) => String(id)}
      empty={[t('empty'), t('empty_lead')]}
      create={{ title: t('add'), dialog: ({ close }) => <RecipientDialog of={null} onClose={close} /> }}
      columns={[
        { title: t('name'), show: (recipient) => <Name of={recipient} /> },
        { title: t('email'), show: (recipient) => <Address of={recipient} way="email" /> },
        { title: t('sms'), show: (recipient) => <Address of={recipient} way="sms" /> },
        {
          title: t('quiet_hours'),
          show: ({ quiet_hours }) =>
            quiet_hours ? <bdi dir="ltr">{`${quiet_hours.from}–${quiet_hours.to}`}</bdi> : '–',
        },
      ]}
      useMenu={useMenu}
    />
  );
}

function useMenu(recipient: Recipient): RowMenu {
  const t = useTexts(notificationsTexts);
  const again = useChange('update-recipient', { refreshes: ['list-notifications'] });
  const { id, name, email, phone, email_confirmed_at, phone_confirmed_at } = recipient;
  // Saving an unconfirmed address again sends a new confirmation.
  const unconfirmed = {
    ...(email && !email_confirmed_at ? { email } : {}),
    ...(phone && !phone_confirmed_at ? { phone } : {}),
  };
  const confirm: RowAction = {
    title: t('confirm_phone'),
    dialog: ({ close }) => <ConfirmPhoneDialog of={recipient} onClose={close} />,
  };
  const askAgain: RowAction = {
    title: t('ask_again'),
    run: () => again.mutate({ id, ...unconfirmed }, { onSuccess: () => notify(t('asked_again')) }),
  };
  return {
    label: t('actions', { name }),
    error: again.error,
    actions: [
      { title: t('change'), dialog: ({ close }) => <RecipientDialog of={recipient} onClose={close} /> },
      ...('phone' in unconfirmed ? [confirm] : []),
      ...(Object.keys(unconfirmed).length > 0 ? [askAgain] : []),
      {
        title: t('remove'),
        isDangerous: true,
        dialog: ({ close }) => (
          <ChangeDialog
            operation="delete-recipient"
            input={{ id }}
            refreshes={['list-recipients', 'list-notifications']}
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

/** Adds a recipient, or changes one; a new address must confirm before it is notified. */
function RecipientDialog({ of, onClose }: { of: Recipient | null; onClose: () => void }) {
  const t = useTexts(notificationsTexts);
  const ui = useTexts(uiTexts);
  const refreshes = ['list-recipients', 'list-notifications'] as const;
  const saving = useSave({ create: 'create-recipient', update: 'update-recipient', refreshes, of, onDone: onClose });
  const [lacksAddress, setLacksAddress] = useState(false);
  const submit = (form: FormData): void => {
    const fields = { ...(of?.member_id ? {} : whomOf(form)), ...recipientFieldsOf(form) };
    const isLacking = 'email' in fields && fields.email === null && fields.phone === null;
    setLacksAddress(isLacking);
    if (!isLacking) saving.save(fields);
  };
  return (
    <FormDialog
      title={of ? of.name : t('add')}
      action={of ? ui('save') : t('add')}
      change={saving}
      refusal={lacksAddress && t('lacks_address')}
      onSubmit={submit}
      onClose={onClose}
    >
      <RecipientFields of={of} />
    </FormDialog>
  );
}

/** Asks for the six digits of the SMS. */
function ConfirmPhoneDialog({ of, onClose }: { of: Recipient; onClose: () => void }) {
  const t = useTexts(notificationsTexts);
  const confirm = useChange('confirm-recipient', { refreshes: ['list-recipients'] });
  return (
    <FormDialog
      title={t('confirm_phone')}
      action={t('confirm_phone')}
      change={confirm}
      onSubmit={(form) => confirm.mutate({ id: of.id, code: textOf(form, 'code') }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField
        label={t('code')}
        hint={t('code_hint')}
        name="code"
        dir="ltr"
        inputMode="numeric"
        pattern="\d{6}"
        autoComplete="one-time-code"
        required
      />
    </FormDialog>
  );
}
