import { useState } from 'react';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { FormDialog } from '../../../../ui/form-dialog.tsx';
import { optional, textOf } from '../../../../ui/form-values.ts';
import { composeTexts } from '../texts.ts';
import { type ContentFormProps, NO_CHANGE } from './content-form.ts';
import { readCoordinates } from './read-coordinates.ts';

/** A place by its coordinates. */
export function LocationForm({ onSend, onClose }: ContentFormProps) {
  const t = useTexts(composeTexts);
  const [isWrong, setWrong] = useState(false);
  return (
    <FormDialog
      title={t('location')}
      action={t('send')}
      change={NO_CHANGE}
      refusal={isWrong && t('coordinates_wrong')}
      onClose={onClose}
      onSubmit={(form) => {
        const coordinates = readCoordinates(textOf(form, 'coordinates'));
        if (!coordinates) return setWrong(true);
        const [name, address] = [textOf(form, 'name'), textOf(form, 'address')];
        onSend(
          { location: { ...coordinates, ...optional('name', name), ...optional('address', address) } },
          name || t('location'),
        );
        onClose();
      }}
    >
      <TextField label={t('coordinates')} hint={t('coordinates_hint')} name="coordinates" dir="ltr" required />
      <TextField label={t('place_name')} name="name" dir="auto" maxLength={256} />
      <TextField label={t('place_address')} name="address" dir="auto" maxLength={512} />
    </FormDialog>
  );
}
