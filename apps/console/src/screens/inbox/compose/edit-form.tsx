import { measureMessage } from '@parley/common/messages/message-length';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useChange } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { composeTexts } from '../../../texts/conversation.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import type { Conversation, Message } from '../conversation/conversation.ts';
import { counterAria, isTooLong, LengthCounter } from './length-counter.tsx';
import type { Composing } from './use-composing.ts';
import { GROWING, useGrowingField } from './use-growing-field.ts';

interface Props {
  conversation: Conversation;
  message: Message;
  composing: Composing;
}

/** Replaces the text of a sent message; the draft of an answer stays as it is. */
export function EditForm({ conversation: { channel }, message, composing }: Props) {
  const t = useTexts(composeTexts);
  const { message_id: id } = message;
  const [text, setText] = useState(message.text);
  const field = useRef<HTMLTextAreaElement>(null);
  const change = useChange('edit-message', { refreshes: ['list-conversation-messages', 'list-conversations'] });
  useGrowingField(field, text);
  const measured = measureMessage(channel, text.trim(), { hasFile: message.attachments.length > 0 });
  const counterId = useId();
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  const save = (): void => {
    const changed = text.trim();
    if (changed === '' || isTooLong(measured) || change.isPending) return;
    if (changed === message.text) composing.clear();
    else
      change.mutate(
        { channel, message_id: id, message: changed },
        {
          onSuccess({ message: stored, edited_at }) {
            composing.change.current(id, (before) => ({ ...before, text: stored, edited_at }));
            composing.clear();
          },
        },
      );
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSave && event.key !== 'Escape') return;
    event.preventDefault();
    if (isSave) save();
    else composing.clear();
  };
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Problem error={change.error} />
      <textarea
        ref={field}
        dir="auto"
        rows={2}
        required
        aria-label={t('editing')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        {...counterAria(counterId, measured)}
        className={GROWING}
      />
      <LengthCounter id={counterId} measured={measured} />
      <div className="flex justify-end gap-2">
        <Button onClick={composing.clear}>{t('edit_end')}</Button>
        <Button look="primary" type="submit" disabled={change.isPending || isTooLong(measured)}>
          {t('edit_save')}
        </Button>
      </div>
    </form>
  );
}
