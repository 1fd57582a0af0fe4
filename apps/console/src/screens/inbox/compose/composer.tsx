import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../../i18n/language-context.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { isWindowOver } from '../conversation.ts';
import { inboxTexts } from '../texts.ts';
import { EditForm } from './edit-form.tsx';
import { TextForm, type TextFormProps } from './text-form.tsx';

const TemplateForm = lazy(() => import('../template-form.tsx').then((file) => ({ default: file.TemplateForm })));

/**
 * Writes an answer, or on wa a template, the only option once the reply window has closed; or replaces the text of a
 * sent message.
 */
export function Composer(props: TextFormProps) {
  const { conversation, outbox, composing } = props;
  const t = useTexts(inboxTexts);
  const nowMs = useNow();
  const [wantsTemplate, setWantsTemplate] = useState(false);
  const isOver = isWindowOver(conversation, nowMs);
  const isTemplate = conversation.channel === 'wa' && (isOver || (wantsTemplate && composing.target === null));
  const edited = composing.target?.kind === 'edit' ? composing.target.message : null;
  return (
    <section
      aria-label={t('reply')}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line bg-surface p-3"
    >
      {isOver && (
        <p role="status" className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
          {t('template_only')}
        </p>
      )}
      {edited && (
        <EditForm key={edited.message_id} conversation={conversation} message={edited} composing={composing} />
      )}
      {isTemplate ? (
        <Suspense>
          <TemplateForm conversation={conversation} outbox={outbox} />
        </Suspense>
      ) : (
        // Hidden during an edit, so that a running upload or recording goes on.
        <div className={edited ? 'hidden' : 'contents'}>
          <TextForm {...props} />
        </div>
      )}
      {conversation.channel === 'wa' && !isOver && (
        <button
          type="button"
          className="min-h-8 justify-self-start rounded-lg text-sm font-medium text-accent hover:underline"
          onClick={() => setWantsTemplate(!wantsTemplate)}
        >
          {wantsTemplate ? t('write_text') : t('templates')}
        </button>
      )}
    </section>
  );
}
