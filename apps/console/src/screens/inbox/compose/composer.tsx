import { lazy, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../../../i18n/language-context.tsx';
import { withTexts } from '../../../i18n/load-texts.ts';
import { notesTexts } from '../../../texts/conversation.ts';
import { inboxTexts } from '../../../texts/inbox.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TabPanel, Tabs } from '../../../ui/page/tabs.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { isWindowOver } from '../conversation/conversation.ts';
import { EditForm } from './edit-form.tsx';
import { TextForm, type TextFormProps } from './text-form.tsx';
import { type ComposerTab, useTabKeys } from './use-tab-keys.ts';

const TemplateForm = lazy(() =>
  withTexts(import('../template/template-form.tsx'), 'inbox-more').then((file) => ({ default: file.TemplateForm })),
);
const NoteForm = lazy(() => import('../notes/note-form.tsx').then((file) => ({ default: file.NoteForm })));

/**
 * Writes an answer, or on wa a template, the only option once the reply window has closed; or replaces the text of a
 * sent message.
 */
function Answer(props: TextFormProps) {
  const { conversation, outbox, composing, field } = props;
  const t = useTexts(inboxTexts);
  const nowMs = useNow();
  const [wantsTemplate, setWantsTemplate] = useState(false);
  const isOver = isWindowOver(conversation, nowMs);
  const mayChoose = conversation.channel === 'wa' && !isOver;
  const isTemplate = conversation.channel === 'wa' && (isOver || (wantsTemplate && composing.target === null));
  // A template that replaces the text field is left for a text that comes back and for files.
  if ((composing.returned !== null || composing.dropped) && wantsTemplate) setWantsTemplate(false);
  const edited = composing.target?.kind === 'edit' ? composing.target.message : null;
  const writeText = (): void => {
    flushSync(() => setWantsTemplate(false));
    field.current?.focus();
  };
  return (
    <>
      {isOver && (
        <p role="status" className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
          {t('template_only')}
        </p>
      )}
      {edited && (
        <EditForm key={edited.message_id} conversation={conversation} message={edited} composing={composing} />
      )}
      {mayChoose && isTemplate && (
        // The button that had the focus is gone.
        <Button autoFocus className="justify-self-start" onClick={writeText}>
          {t('write_text')}
        </Button>
      )}
      {isTemplate ? (
        <Suspense>
          <TemplateForm conversation={conversation} outbox={outbox} />
        </Suspense>
      ) : (
        // Hidden during an edit, so that a running upload or recording continues.
        <div className={edited ? 'hidden' : 'contents'}>
          <TextForm {...props} onTemplate={mayChoose ? () => setWantsTemplate(true) : null} />
        </div>
      )}
    </>
  );
}

/** Writes to the customer, or a note to colleagues. The hidden one keeps what it has. */
export function Composer(props: TextFormProps) {
  const { conversation, composing, field } = props;
  const t = useTexts(inboxTexts);
  const ofNotes = useTexts(notesTexts);
  const [tab, setTab] = useState<ComposerTab>('reply');
  /** How often the field of the chosen tab was asked to take the focus. */
  const [focusCount, setFocusCount] = useState(0);
  const open = (next: ComposerTab): void => {
    setTab(next);
    setFocusCount((count) => count + 1);
  };
  useTabKeys(open);
  const { target, returned, dropped } = composing;
  // A quote, an edit of a message, a returned text and files are for the answer.
  useEffect(() => {
    if (target || returned !== null || dropped) setTab('reply');
  }, [target, returned, dropped]);
  useEffect(() => {
    if (tab === 'reply' && focusCount > 0) field.current?.focus();
  }, [tab, focusCount, field]);
  return (
    <section
      aria-label={t('reply')}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line bg-surface p-3"
    >
      <Tabs
        label={ofNotes('tabs')}
        tabs={[
          { value: 'reply', text: ofNotes('reply') },
          { value: 'note', text: ofNotes('note'), isAmber: true },
        ]}
        chosen={tab}
        onChoose={setTab}
        onClick={open}
      >
        <TabPanel value="reply" isKept>
          <Answer {...props} />
        </TabPanel>
        <TabPanel value="note">
          {/** Colleagues see who is writing an answer, not who is writing a note. */}
          <div onInput={(event) => event.stopPropagation()}>
            <Suspense>
              <NoteForm conversationId={conversation.id} focusCount={focusCount} />
            </Suspense>
          </div>
        </TabPanel>
      </Tabs>
    </section>
  );
}
