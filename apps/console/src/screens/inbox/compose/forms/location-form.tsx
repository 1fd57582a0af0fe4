import { useState } from 'react';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { composeTexts } from '../../../../texts/conversation.ts';
import { TextField } from '../../../../ui/fields/field.tsx';
import { optional, textOf } from '../../../../ui/forms/form-values.ts';
import type { ContentFormProps } from './content-form.ts';
import { ContentFrame } from './content-frame.tsx';
import { readCoordinates } from './read-coordinates.ts';

/** A place by its coordinates. */
export function LocationForm({ onSend, onClose }: ContentFormProps) {
  const t = useTexts(composeTexts);
  const [isWrong, setWrong] = useState(false);
  return (
    <ContentFrame
      title={t('location')}
      refusal={isWrong && t('coordinates_wrong')}
      onSend={onSend}
      onClose={onClose}
      contentOf={(form) => {
        const coordinates = readCoordinates(textOf(form, 'coordinates'));
        setWrong(!coordinates);
        if (!coordinates) return null;
        const [name, address] = [textOf(form, 'name'), textOf(form, 'address')];
        return {
          answer: { location: { ...coordinates, ...optional('name', name), ...optional('address', address) } },
          shown: name || t('location'),
        };
      }}
    >
      <TextField label={t('coordinates')} hint={t('coordinates_hint')} name="coordinates" dir="ltr" required />
      <TextField label={t('place_name')} name="name" dir="auto" maxLength={256} />
      <TextField label={t('place_address')} name="address" dir="auto" maxLength={512} />
    </ContentFrame>
  );
}
