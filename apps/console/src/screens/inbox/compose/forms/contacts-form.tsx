import { useState } from 'react';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { composeTexts } from '../../../../texts/conversation.ts';
import { TextField } from '../../../../ui/fields/field.tsx';
import { LineField } from '../../../../ui/fields/kinds-of-field.tsx';
import { optional } from '../../../../ui/forms/form-values.ts';
import type { ContentFormProps } from './content-form.ts';
import { ContentFrame } from './content-frame.tsx';
import { RowList } from './row-list.tsx';

const EMPTY = { name: '', phone: '', email: '', organization: '' };
const CONTACTS_MAX = 10;

/** One or more people with a number each, which every channel with contacts takes. */
export function ContactsForm({ onSend, onClose }: ContentFormProps) {
  const t = useTexts(composeTexts);
  const [rows, setRows] = useState<readonly (typeof EMPTY)[]>([EMPTY]);
  return (
    <ContentFrame
      title={t('contacts')}
      onSend={onSend}
      onClose={onClose}
      contentOf={() => {
        const contacts = rows.map(({ name, phone, email, organization }) => ({
          name: name.trim(),
          phones: [phone.trim()],
          ...(email.trim() === '' ? {} : { emails: [email.trim()] }),
          ...optional('organization', organization.trim()),
        }));
        return { answer: { contacts }, shown: contacts.map(({ name }) => name).join(', ') };
      }}
    >
      <RowList
        rows={rows}
        most={CONTACTS_MAX}
        nameOf={(number) => t('contact_number', { number })}
        addLabel={t('contact_add')}
        empty={EMPTY}
        onChange={setRows}
      >
        {(row, change, name) => (
          <fieldset className="grid gap-2 border-t border-line pt-2">
            <legend className="text-sm text-muted">{name}</legend>
            <LineField
              label={t('contact_name')}
              maxLength={128}
              value={row.name}
              onChange={({ currentTarget }) => change({ ...row, name: currentTarget.value })}
            />
            <TextField
              label={t('contact_phone')}
              hint={t('contact_phone_hint')}
              type="tel"
              dir="ltr"
              required
              pattern="\+[0-9]{7,15}"
              value={row.phone}
              onChange={({ currentTarget }) => change({ ...row, phone: currentTarget.value })}
            />
            <TextField
              label={t('contact_email')}
              type="email"
              dir="ltr"
              maxLength={254}
              value={row.email}
              onChange={({ currentTarget }) => change({ ...row, email: currentTarget.value })}
            />
            <TextField
              label={t('contact_organization')}
              dir="auto"
              maxLength={128}
              value={row.organization}
              onChange={({ currentTarget }) => change({ ...row, organization: currentTarget.value })}
            />
          </fieldset>
        )}
      </RowList>
    </ContentFrame>
  );
}
