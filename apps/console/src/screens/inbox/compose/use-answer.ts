import { type MessageLength, measureMessage } from '@parley/common/messages/message-length';
import { type RefObject, useEffect, useState } from 'react';
import { type AttachedFile, useAttachedFile } from '../attach/use-attached-file.ts';
import type { Conversation, Message } from '../conversation/conversation.ts';
import { isTooLong } from './length-counter.tsx';
import type { Answer } from './outbox.ts';
import type { Composing } from './use-composing.ts';
import { useDraft } from './use-draft.ts';
import type { Outbox } from './use-outbox.ts';
import { type Recorder, useRecorder } from './voice/use-recorder.ts';

interface Written {
  conversation: Conversation;
  outbox: Outbox;
  field: RefObject<HTMLTextAreaElement | null>;
  composing: Composing;
}

export interface WrittenAnswer {
  text: string;
  setText(text: string): void;
  file: AttachedFile;
  recorder: Recorder;
  /** Null is now. */
  sendAt: string | null;
  schedule(at: string | null): void;
  quoted: Message | null;
  measured: MessageLength;
  /** Whether it is too long, or still being uploaded or recorded. */
  isBlocked: boolean;
  /** Resolves to whether it was sent; null while there is nothing to send. */
  send(): Promise<boolean> | null;
  /** Sends what one of the forms made. */
  sendContent(answer: Answer, shown: string): void;
}

/** The answer that is being written: a text, a file or a recording, what it quotes and when it is to be sent. */
export function useAnswer({ conversation, outbox, field, composing }: Written): WrittenAnswer {
  const { id, channel } = conversation;
  const [text, setText] = useDraft(id);
  const { returned, takeReturned } = composing;
  useEffect(() => {
    if (returned === null) return;
    setText([returned, text].filter(Boolean).join('\n'));
    takeReturned();
    field.current?.focus();
  }, [returned, takeReturned, text, setText, field]);
  const [sendAt, schedule] = useState<string | null>(null);
  const file = useAttachedFile(id, channel);
  const { dropped, drop } = composing;
  useEffect(() => {
    if (!dropped) return;
    drop(null);
    file.choose(dropped);
    field.current?.focus();
  });
  const recorder = useRecorder((recorded) => file.choose([recorded], { isVoice: true }));
  const quoted = composing.target?.kind === 'quote' ? composing.target.message : null;
  const measured = measureMessage(channel, text.trim(), { hasFile: file.ready !== null });
  const isBlocked = file.loading !== null || recorder.elapsedMs !== null || isTooLong(measured);
  const deliver = (answer: Answer, shown: string): Promise<boolean> => {
    const quote = quoted ? { reply_to: quoted.message_id } : {};
    const sent = outbox.send({ ...answer, ...quote, ...(sendAt === null ? {} : { send_at: sendAt }) }, shown);
    composing.clear();
    schedule(null);
    return sent;
  };
  const send = (): Promise<boolean> | null => {
    const message = text.trim();
    const { ready } = file;
    if (isBlocked || (message === '' && !ready)) return null;
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
  const sendContent = (answer: Answer, shown: string): void => {
    void deliver(answer, shown);
    // The draft was the initial text of the form.
    if (answer.message !== undefined) setText('');
  };
  return { text, setText, file, recorder, sendAt, schedule, quoted, measured, isBlocked, send, sendContent };
}
