import { useTexts } from '../../../../i18n/language-context.tsx';
import { composeTexts } from '../../../../texts/conversation.ts';
import { TextField } from '../../../../ui/fields/field.tsx';
import { textOf } from '../../../../ui/forms/form-values.ts';
import type { ContentFormProps } from './content-form.ts';
import { ContentFrame } from './content-frame.tsx';

/** A post of the account, by its id. */
export function PostForm({ onSend, onClose }: ContentFormProps) {
  const t = useTexts(composeTexts);
  return (
    <ContentFrame
      title={t('post')}
      onSend={onSend}
      onClose={onClose}
      contentOf={(form) => ({ answer: { post: { id: textOf(form, 'id') } }, shown: t('post') })}
    >
      <TextField label={t('post_id')} hint={t('post_id_hint')} name="id" dir="ltr" maxLength={64} required />
    </ContentFrame>
  );
}
