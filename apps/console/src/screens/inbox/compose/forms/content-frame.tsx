import type { ReactNode } from 'react';
import { useTexts } from '../../../../i18n/language-context.tsx';
import { composeTexts } from '../../../../texts/conversation.ts';
import { FormDialog } from '../../../../ui/forms/form-dialog.tsx';
import type { Answer } from '../outbox.ts';
import { type ContentFormProps, NO_CHANGE } from './content-form.ts';

interface Props extends Pick<ContentFormProps, 'onSend' | 'onClose'> {
  title: string;
  refusal?: string | false;
  /** The content, and the text of its placeholder; null if the form is not valid. */
  contentOf: (form: FormData) => { answer: Answer; shown: string } | null;
  children: ReactNode;
}

/** The dialog of a content form. It sends through the outbox, and closes without waiting for the answer. */
export function ContentFrame({ contentOf, onSend, onClose, ...rest }: Props) {
  const t = useTexts(composeTexts);
  const submit = (form: FormData): void => {
    const content = contentOf(form);
    if (!content) return;
    onSend(content.answer, content.shown);
    onClose();
  };
  return <FormDialog action={t('send')} change={NO_CHANGE} onClose={onClose} onSubmit={submit} {...rest} />;
}
