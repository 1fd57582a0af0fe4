import { DEFAULT_LANGUAGE, isLanguage } from '@parley/common/languages/languages';
import type { NotificationMode } from '@parley/common/workspace/notification-kinds';
import { useState } from 'react';
import { useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { LANGUAGE_CHOICES } from '../../i18n/languages.ts';
import { notificationsTexts } from '../../texts/notifications.ts';
import { SelectField, TextField } from '../../ui/fields/field.tsx';
import { TimeZoneField } from '../../ui/fields/time-zone-field.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { KindFields } from './kind-fields.tsx';
import { fieldOf, KINDS, MODES, type Recipient, WAYS } from './kinds.ts';

const modeIn = (form: FormData, name: string): NotificationMode =>
  MODES.find((mode) => mode === textOf(form, name)) ?? 'off';

/** Members listed in the selection. */
const MEMBERS = 200;

/** The person in the form: a member, with their own name and address, or a person outside the workspace. */
export function whomOf(form: FormData) {
  const memberId = textOf(form, 'member_id');
  return memberId === ''
    ? { name: textOf(form, 'name'), email: textOf(form, 'email') || null }
    : { member_id: memberId };
}

/** The form's values as input of the operations. */
export function recipientFieldsOf(form: FormData) {
  const language = textOf(form, 'language');
  const [from, to] = [textOf(form, 'from'), textOf(form, 'to')];
  return {
    phone: textOf(form, 'phone') || null,
    language: isLanguage(language) ? language : DEFAULT_LANGUAGE,
    time_zone: textOf(form, 'time_zone'),
    quiet_hours: from && to ? { from, to } : null,
    kinds: Object.fromEntries(
      KINDS.map((kind) => [kind, Object.fromEntries(WAYS.map((way) => [way, modeIn(form, fieldOf(kind, way))]))]),
    ),
  };
}

/** A member, or the name and address of another person. */
function NewWhom() {
  const t = useTexts(notificationsTexts);
  const [memberId, setMemberId] = useState('');
  const members = useList('list-members', { limit: MEMBERS }).data ?? [];
  const choices = members.map(({ id, name, email }) => ({ value: id, text: `${name} (${email})` }));
  return (
    <>
      <SelectField
        label={t('whom_to_tell')}
        hint={t('member_hint')}
        name="member_id"
        value={memberId}
        onChoose={setMemberId}
        choices={[{ value: '', text: t('somebody_else') }, ...choices]}
      />
      {memberId === '' && <NameAndEmail of={null} />}
    </>
  );
}

function NameAndEmail({ of }: { of: Recipient | null }) {
  const t = useTexts(notificationsTexts);
  return (
    <>
      <TextField label={t('name')} name="name" defaultValue={of?.name} maxLength={100} autoComplete="off" required />
      <TextField
        label={t('email')}
        hint={t('email_hint')}
        name="email"
        type="email"
        dir="ltr"
        defaultValue={of?.email ?? ''}
        autoComplete="off"
      />
    </>
  );
}

/** The fields of a new or changed recipient. */
export function RecipientFields({ of }: { of: Recipient | null }) {
  const t = useTexts(notificationsTexts);
  return (
    <>
      {of === null && <NewWhom />}
      {of?.member_id === null && <NameAndEmail of={of} />}
      {of && of.member_id !== null && <p className="text-sm text-muted">{t('is_member')}</p>}
      <TextField
        label={t('sms')}
        hint={t('phone_hint')}
        name="phone"
        type="tel"
        dir="ltr"
        pattern="\+[1-9][0-9]{6,14}"
        placeholder="+965…"
        defaultValue={of?.phone ?? ''}
        autoComplete="off"
      />
      <SelectField
        label={t('language')}
        name="language"
        defaultValue={of?.language ?? DEFAULT_LANGUAGE}
        choices={LANGUAGE_CHOICES}
      />
      <TimeZoneField label={t('time_zone')} name="time_zone" value={of?.time_zone} />
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium">{t('quiet_hours')}</legend>
        <p className="text-sm text-muted">{t('quiet_hours_hint')}</p>
        <div className="grid grid-cols-2 gap-3">
          <TextField label={t('from')} name="from" type="time" defaultValue={of?.quiet_hours?.from} />
          <TextField label={t('to')} name="to" type="time" defaultValue={of?.quiet_hours?.to} />
        </div>
      </fieldset>
      <KindFields of={of} />
    </>
  );
}
