import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { mutate, OperationError } from '../../api/call-gateway.ts';
import type { OutputOf } from '../../api/operations.ts';
import { refetchAll } from '../../api/refetch.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { commentsTexts } from '../../texts/comments.ts';
import { TextArea } from '../fields/field.tsx';
import { Form } from '../forms/form.tsx';
import { textOf } from '../forms/form-values.ts';
import { useReason } from '../problems/problem.tsx';
import { answerKeyOf } from './answer-key.ts';

type Answered = OutputOf<'comment-reply'>;
export type Platform = Answered['platform'];

/**
 * The longest answers, in characters; for private ones on ig the server counts bytes
 * (docs/reference/comments.md#replies).
 */
const PUBLIC_MAX: Readonly<Record<Platform, number>> = { fb: 6000, ig: 300, tt: 150 };
const PRIVATE_MAX: Readonly<Record<Platform, number>> = { fb: 2000, ig: 1000, tt: 0 };

/** Errors after which the platform published nothing. */
const REFUSALS = new Set(['graph_error', 'tiktok_error']);

function Outcome({ of: { private_message: told } }: { of: Answered }) {
  const t = useTexts(commentsTexts);
  const reasonOf = useReason();
  return (
    <div role="status" className="grid gap-1">
      {told?.ok !== false && <p>{t('published')}</p>}
      {told?.ok === false && (
        <p className="text-bad">{`${t('not_sent')} ${reasonOf({ code: told.error, message: told.message })}`}</p>
      )}
      {told?.ok && (
        <p>
          {t('sent')}{' '}
          <Link to="/inbox" search={{ id: told.conversation_id }} className="underline">
            {t('open')}
          </Link>
        </p>
      )}
    </div>
  );
}

/** Retrying the same texts publishes and charges them once. */
function useAnswer(commentId: string) {
  const queries = useQueryClient();
  const [state, setState] = useState<{ isPending: boolean; error: OperationError | null; answered: Answered | null }>({
    isPending: false,
    error: null,
    answered: null,
  });
  const [refusedTries, setRefusedTries] = useState(0);
  async function answer(message: string, privately: string): Promise<void> {
    setState({ isPending: true, error: null, answered: null });
    const input = {
      comment_id: commentId,
      message,
      ...(privately === '' ? {} : { private_message: privately }),
    };
    try {
      const answered = await mutate('comment-reply', input, {
        idempotencyKey: answerKeyOf(commentId, input, refusedTries),
      });
      setState({ isPending: false, error: null, answered });
      await refetchAll(queries, ['list-comments', 'list-comment-answers', 'list-comment-thread', 'list-conversations']);
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      if (REFUSALS.has(error.code)) setRefusedTries(refusedTries + 1);
      setState({ isPending: false, error, answered: null });
    }
  }
  return { ...state, answer };
}

/** Answers one comment publicly, and on fb and ig also privately. */
export function AnswerForm({ commentId, platform }: { commentId: string; platform: Platform }) {
  const t = useTexts(commentsTexts);
  const { answer, answered, ...state } = useAnswer(commentId);
  const field = useRef<HTMLTextAreaElement>(null);
  // The button that opened the form is gone: moves the focus into the form.
  useEffect(() => field.current?.focus(), []);
  if (answered) return <Outcome of={answered} />;
  return (
    <Form
      action={t('publish')}
      of={commentId}
      change={state}
      onSubmit={(form) => void answer(textOf(form, 'message'), textOf(form, 'private'))}
    >
      <TextArea
        ref={field}
        label={t('publicly')}
        hint={t('publicly_hint')}
        name="message"
        rows={2}
        maxLength={PUBLIC_MAX[platform]}
        required
      />
      {platform !== 'tt' && (
        <TextArea
          label={t('privately')}
          hint={t('privately_hint')}
          name="private"
          rows={2}
          maxLength={PRIVATE_MAX[platform]}
        />
      )}
    </Form>
  );
}
