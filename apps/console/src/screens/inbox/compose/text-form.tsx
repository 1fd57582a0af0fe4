import type { RichName } from '@parley/common/rich-names';
import { LayoutTemplate, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, lazy, type RefObject, Suspense, useState } from 'react';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button } from '../../../ui/button.tsx';
import { doesSend, isTouch, useEnterSends } from '../../../ui/enter-sends.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { AttachButton, AttachedFileBar } from '../attach/attach-file.tsx';
import { useAttachedFile } from '../attach/use-attached-file.ts';
import { CannedList } from '../canned/canned-list.tsx';
import { useCannedReplies } from '../canned/use-canned-replies.ts';
import type { Conversation } from '../conversation.ts';
import { inboxTexts } from '../texts.ts';
import { EmojiButton } from './emoji/emoji-button.tsx';
import type { Answer } from './outbox.ts';
import { PlusMenu } from './plus-menu.tsx';
import { QuoteBar } from './quote-bar.tsx';
import { composeTexts } from './texts.ts';
import type { Composing } from './use-composing.ts';
import { useDraft } from './use-draft.ts';
import { GROWING, useGrowingField } from './use-growing-field.ts';
import type { Outbox } from './use-outbox.ts';
import { useRecorder } from './voice/use-recorder.ts';
import { RecordButton, RecordingBar } from './voice/voice-recorder.tsx';

const ContentDialog = lazy(() =>
  import('./forms/content-dialog.tsx').then((file) => ({ default: file.ContentDialog })),
);
const ScheduleDialog = lazy(() => import('./schedule-dialog.tsx').then((file) => ({ default: file.ScheduleDialog })));

export interface TextFormProps {
  conversation: Conversation;
  outbox: Outbox;
  field: RefObject<HTMLTextAreaElement | null>;
  composing: Composing;
  /** The sender of the quoted message. */
  quotedName: string;
  /** Resolves the conversation once the answer was sent, and opens the next one now. */
  onGoOn: (sent: Promise<boolean>) => void;
}

interface Props extends TextFormProps {
  /** Writes a template instead; null where the channel has none. */
  onTemplate: (() => void) | null;
}

/** Writes an answer: a text, a file, a recording, or one of the forms. */
export function TextForm({ conversation, outbox, field, composing, quotedName, onGoOn, onTemplate }: Props) {
  const t = useTexts(inboxTexts);
  const ofCompose = useTexts(composeTexts);
  const formats = useFormats();
  const { id, channel } = conversation;
  const [text, setText] = useDraft(id);
  const [enterSends] = useEnterSends();
  const [sendAt, setSendAt] = useState<string | null>(null);
  const [open, setOpen] = useState<RichName | 'schedule' | null>(null);
  const file = useAttachedFile(id, channel);
  const recorder = useRecorder((recorded) => file.choose([recorded], { isVoice: true }));
  useGrowingField(field, text);
  const replies = useCannedReplies(conversation, { text, onText: setText });
  const quoted = composing.target?.kind === 'quote' ? composing.target.message : null;
  const deliver = (answer: Answer, shown: string): Promise<boolean> => {
    const sent = outbox.send(
      {
        ...answer,
        ...(quoted ? { reply_to: quoted.message_id } : {}),
        ...(sendAt === null ? {} : { send_at: sendAt }),
      },
      shown,
    );
    composing.clear();
    setSendAt(null);
    return sent;
  };
  /** Null while there is nothing to send. */
  const send = (): Promise<boolean> | null => {
    const message = text.trim();
    const { ready } = file;
    if (file.loading || recorder.elapsedMs !== null || (message === '' && !ready)) return null;
    const answer = {
      ...(message === '' ? {} : { message }),
      ...(ready ? { upload_id: ready.uploadId } : {}),
      ...(ready?.isVoice ? { media_type: 'voice' } : {}),
    };
    const sent = deliver(answer, [...(ready ? [ready.name] : []), message].join('\n').trim());
    setText('');
    file.remove();
    return sent;
  };
  const sendAndGoOn = (): void => {
    const sent = send();
    if (sent) onGoOn(sent);
  };
  const sendContent = (answer: Answer, shown: string): void => {
    void deliver(answer, shown);
    // The draft was the initial text of the form.
    if (answer.message !== undefined) setText('');
  };
  const drop = (event: DragEvent): void => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    file.choose(event.dataTransfer.files);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || replies?.press(event)) return;
    if (event.key === 'Escape' && quoted) composing.clear();
    if (!doesSend(event, enterSends)) return;
    event.preventDefault();
    if (event.shiftKey) sendAndGoOn();
    else void send();
  };
  return (
    <>
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-2"
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {quoted && <QuoteBar message={quoted} name={quotedName} onEnd={composing.clear} />}
        <AttachedFileBar channel={channel} file={file} />
        <RecordingBar recorder={recorder} />
        {sendAt !== null && (
          <div className="flex items-center gap-2 rounded-lg bg-raised px-3 py-1 text-sm">
            <span className="me-auto">{ofCompose('scheduled_for', { time: formats.dateTime(sendAt) })}</span>
            <IconButton label={ofCompose('schedule_end')} icon={X} onClick={() => setSendAt(null)} />
          </div>
        )}
        {replies && <CannedList of={replies} />}
        <textarea
          ref={field}
          dir="auto"
          rows={2}
          maxLength={6000}
          aria-label={t('reply')}
          placeholder={t(isTouch() ? 'reply_hint_touch' : enterSends ? 'reply_hint_enter' : 'reply_hint')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return;
            event.preventDefault();
            file.choose(event.clipboardData.files);
          }}
          {...replies?.aria}
          className={GROWING}
        />
        <div className="flex items-center gap-1">
          <AttachButton channel={channel} file={file} />
          <PlusMenu channel={channel} onPick={setOpen} />
          <EmojiButton field={field} onText={setText} />
          <RecordButton channel={channel} recorder={recorder} />
          {onTemplate && <IconButton label={t('templates')} icon={LayoutTemplate} onClick={onTemplate} />}
          <div className="ms-auto flex items-center gap-1">
            <ActionMenu
              label={ofCompose('send_options')}
              actions={[
                { title: ofCompose('send_resolve'), run: sendAndGoOn },
                { title: ofCompose('send_later'), run: () => setOpen('schedule') },
              ]}
            />
            <Button look="primary" type="submit" disabled={file.loading !== null || recorder.elapsedMs !== null}>
              {sendAt === null ? t('send') : ofCompose('schedule')}
            </Button>
          </div>
        </div>
      </form>
      {/* Outside of the form above: their submit events would send the draft as well. */}
      {open !== null && (
        <Suspense>
          {open === 'schedule' ? (
            <ScheduleDialog onPick={setSendAt} onClose={() => setOpen(null)} />
          ) : (
            <ContentDialog
              form={open}
              channel={channel}
              draft={text.trim()}
              onSend={sendContent}
              onClose={() => setOpen(null)}
            />
          )}
        </Suspense>
      )}
    </>
  );
}
