import { useState } from 'react';
import type { InputOf } from '../../../api/operations.ts';
import { useChange } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { knowledgeTexts } from '../../../texts/bots.ts';
import { TextArea, TextField } from '../../../ui/fields/field.tsx';
import { ChoiceField } from '../../../ui/fields/kinds-of-field.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { textOf } from '../../../ui/forms/form-values.ts';
import { parsePairs } from './parse-pairs.ts';

type Kind = InputOf<'add-knowledge'>['kind'];
const KINDS: readonly Kind[] = ['text', 'markdown', 'qa', 'pdf'];
/** The largest size of one source. */
const FILE_MAX_BYTES = 720 * 1024;

type Content = Pick<InputOf<'add-knowledge'>, 'text' | 'pairs' | 'pdf'>;

/** The content in the form; null if it is too large, or empty. */
async function contentOf(form: FormData, kind: Kind): Promise<Content | null> {
  if (kind === 'pdf') {
    const file = form.get('file');
    return file instanceof File && file.size <= FILE_MAX_BYTES ? { pdf: await readBase64(file) } : null;
  }
  const text = textOf(form, 'text');
  if (kind !== 'qa') return { text };
  const pairs = parsePairs(text);
  return pairs.length > 0 ? { pairs } : null;
}

/** Adds a source: a text, questions with answers, or a file. */
export function SourceDialog({ botId, onClose }: { botId: string; onClose: () => void }) {
  const t = useTexts(knowledgeTexts);
  const add = useChange('add-knowledge', { refreshes: ['list-knowledge'] });
  const [kind, setKind] = useState<Kind>('text');
  const [isWrong, setWrong] = useState(false);
  const submit = async (form: FormData): Promise<void> => {
    const content = await contentOf(form, kind);
    setWrong(content === null);
    if (content) add.mutate({ id: botId, kind, title: textOf(form, 'title'), ...content }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t('add_source')}
      action={t('add_source')}
      change={add}
      refusal={isWrong && (kind === 'pdf' ? t('file_hint') : t('pairs_hint'))}
      onSubmit={(form) => void submit(form)}
      onClose={onClose}
    >
      <ChoiceField
        label={t('kind')}
        values={KINDS}
        value={kind}
        textOf={(one) => t(`kind_${one}`)}
        onChoose={setKind}
      />
      <TextField label={t('source_title')} name="title" maxLength={200} autoComplete="off" required />
      {kind === 'pdf' ? (
        <TextField label={t('file')} hint={t('file_hint')} name="file" type="file" accept="application/pdf" required />
      ) : (
        <TextArea
          label={kind === 'qa' ? t('pairs') : t('text')}
          hint={kind === 'qa' ? t('pairs_hint') : undefined}
          name="text"
          rows={10}
          required
        />
      )}
    </FormDialog>
  );
}

/** The bytes of a file in base 64. */
function readBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const [, base64 = ''] = String(reader.result).split(',');
      resolve(base64);
    };
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
