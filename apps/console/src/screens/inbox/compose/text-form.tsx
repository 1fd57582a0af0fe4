import type { RichName } from '@parley/common/messages/rich-names';
import { LayoutTemplate, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, lazy, type RefObject, Suspense, useId, useState } from 'react';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { composeTexts } from '../../../texts/conversation.ts';
import { inboxTexts } from '../../../texts/inbox.ts';
import { ActionMenu } from '../../../ui/buttons/action-menu.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { doesSend, isTouch, useEnterSends } from '../../../ui/forms/enter-sends.ts';
import { AttachButton, AttachedFileBar } from '../attach/attach-file.tsx';
import { CannedList } from '../canned/canned-list.tsx';
import { useCannedReplies } from '../canned/use-canned-replies.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { EmojiButton } from './emoji/emoji-button.tsx';
import { counterAria, LengthCounter } from './length-counter.tsx';
import { PlusMenu } from './plus-menu.tsx';
import { QuoteBar } from './quote-bar.tsx';
import { useAnswer, type WrittenAnswer } from './use-answer.ts';
import type { Composing } from './use-composing.ts';
import { GROWING, useGrowingField } from './use-growing-field.ts';
import type { Outbox } from './use-outbox.ts';
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

/** The kind of content whose form is open above the text. */
type Opened = RichName | 'schedule';

/** Writes an answer: a text, a file, a recording, or one of the forms. */
export function TextForm({ conversation, outbox, field, composing, quotedName, onGoOn, onTemplate }: Props) {
  const t = useTexts(inboxTexts);
  const { channel } = conversation;
  const answer = useAnswer({ conversation, outbox, field, composing });
  const { text, setText, file, quoted, measured, send } = answer;
  const [enterSends] = useEnterSends();
  const [open, setOpen] = useState<Opened | null>(null);
  useGrowingField(field, text);
  const replies = useCannedReplies(conversation, { text, onText: setText });
  const counterId = useId();
  const sendAndGoOn = (): void => {
    const sent = send();
    if (sent) onGoOn(sent);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || replies?.press(event)) return;
    if (event.key === 'Escape' && quoted) composing.clear();
    if (!doesSend(event, enterSends)) return;
    event.preventDefault();
    if (event.shiftKey) sendAndGoOn();
    else void send();
  };
  const paste = (event: ClipboardEvent): void => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    file.choose(event.clipboardData.files);
  };
  return (
    <>
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {quoted && <QuoteBar message={quoted} name={quotedName} onEnd={composing.clear} />}
        <AttachedFileBar channel={channel} file={file} />
        <RecordingBar recorder={answer.recorder} />
        <ScheduledBar answer={answer} />
        {replies && <CannedList of={replies} />}
        <textarea
          ref={field}
          dir="auto"
          rows={2}
          aria-label={t('reply')}
          placeholder={t(isTouch() ? 'reply_hint_touch' : enterSends ? 'reply_hint_enter' : 'reply_hint')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          onPaste={paste}
          {...counterAria(counterId, measured)}
          {...replies?.aria}
          className={GROWING}
        />
        <LengthCounter id={counterId} measured={measured} />
        <Buttons {...{ conversation, field, answer, onTemplate }} onOpen={setOpen} onSendAndGoOn={sendAndGoOn} />
      </form>
      {/* Outside of the form above: their submit events would send the draft as well. */}
      {open !== null && (
        <Suspense>
          {open === 'schedule' ? (
            <ScheduleDialog onPick={answer.schedule} onClose={() => setOpen(null)} />
          ) : (
            <ContentDialog
              form={open}
              channel={channel}
              draft={text.trim()}
              onSend={answer.sendContent}
              onClose={() => setOpen(null)}
            />
          )}
        </Suspense>
      )}
    </>
  );
}

/** When the answer is to be sent, if not now. */
function ScheduledBar({ answer: { sendAt, schedule } }: { answer: WrittenAnswer }) {
  const t = useTexts(composeTexts);
  const formats = useFormats();
  if (sendAt === null) return null;
  return (
    <div className="flex items-center gap-2 rounded-lg bg-raised px-3 py-1 text-sm">
      <span className="me-auto">{t('scheduled_for', { time: formats.dateTime(sendAt) })}</span>
      <IconButton label={t('schedule_end')} icon={X} onClick={() => schedule(null)} />
    </div>
  );
}

interface ButtonsProps extends Pick<Props, 'conversation' | 'field' | 'onTemplate'> {
  answer: WrittenAnswer;
  onOpen: (opened: Opened) => void;
  onSendAndGoOn: () => void;
}

/** The buttons for other content, and those that send. */
function Buttons({ conversation: { channel }, field, answer, onTemplate, onOpen, onSendAndGoOn }: ButtonsProps) {
  const t = useTexts(inboxTexts);
  const ofCompose = useTexts(composeTexts);
  return (
    <div className="flex items-center gap-1">
      <AttachButton channel={channel} file={answer.file} />
      <PlusMenu channel={channel} onPick={onOpen} />
      <EmojiButton field={field} onText={answer.setText} />
      <RecordButton channel={channel} recorder={answer.recorder} />
      {onTemplate && <IconButton label={t('templates')} icon={LayoutTemplate} onClick={onTemplate} />}
      <div className="ms-auto flex items-center gap-1">
        <ActionMenu
          label={ofCompose('send_options')}
          actions={[
            { title: ofCompose('send_resolve'), run: onSendAndGoOn },
            { title: ofCompose('send_later'), run: () => onOpen('schedule') },
          ]}
        />
        <Button look="primary" type="submit" disabled={answer.isBlocked}>
          {answer.sendAt === null ? t('send') : ofCompose('schedule')}
        </Button>
      </div>
    </div>
  );
}
