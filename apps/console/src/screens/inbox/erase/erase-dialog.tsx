import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { OperationError } from '../../../api/call-gateway.ts';
import type { QueryName } from '../../../api/operations.ts';
import { refetchAll } from '../../../api/refetch.ts';
import { useChange, useOperation } from '../../../api/use-operations.ts';
import { useTexts } from '../../../i18n/language-context.tsx';
import { eraseTexts } from '../../../texts/inbox-more.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { Problem } from '../../../ui/problems/problem.tsx';
import type { Conversation } from '../conversation/conversation.ts';

interface Props {
  name: string;
  conversations: readonly Conversation[];
  onClose: () => void;
}

/** Lists that may show the person. */
const SHOWS_PEOPLE = [
  'list-conversations',
  'count-conversations',
  'search-people',
  'search-messages',
  'list-comments',
  'list-comment-answers',
] as const;

/** Says what is erased and what stays, asks for a typed word, and shows the progress of the erasure. */
export function EraseDialog({ name, conversations, onClose }: Props) {
  const t = useTexts(eraseTexts);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const erase = useChange('erase-contact');
  const [erasures, setErasures] = useState<readonly string[]>([]);
  const [isWrong, setWrong] = useState(false);
  // A person has a contact for each channel, and another one for comments.
  const contactIds = [...new Set(conversations.map((one) => one.contact_id))];

  async function start(): Promise<void> {
    const started: string[] = [];
    for (const id of contactIds) {
      try {
        started.push((await erase.mutateAsync({ id })).id);
        // The open conversation ends with the erasure: nothing asks for it any more.
        if (started.length === 1) void navigate({ to: '/inbox', search: {} });
      } catch (error) {
        // The erasure of another contact of the person includes this one.
        if (!(error instanceof OperationError) || error.code !== 'unknown_contact' || started.length === 0) return;
        erase.reset();
      }
    }
    setErasures(started);
  }

  function close(): void {
    onClose();
    if (erasures.length > 0) void refetchAll(queries, SHOWS_PEOPLE);
  }

  return (
    <Dialog title={t('erase_title', { name })} isOpen onClose={close}>
      {erasures.length > 0 ? (
        <>
          <ul className="grid gap-2">
            {erasures.map((id) => (
              <ErasureProgress key={id} id={id} refreshes={SHOWS_PEOPLE} />
            ))}
          </ul>
          <p className="text-sm text-muted">{t('goes_on')}</p>
          <div className="flex justify-end">
            <Button onClick={close}>{t('close')}</Button>
          </div>
        </>
      ) : (
        <Form
          action={t('erase_for_good')}
          look="danger"
          change={erase}
          onSubmit={(form) => {
            const isRight = String(form.get('word')).trim().toLowerCase() === t('word');
            setWrong(!isRight);
            if (isRight) void start();
          }}
        >
          <div>
            <p className="font-medium">{t('erased')}</p>
            <ul className="list-disc ps-5">
              <li>{t('erased_conversations', { count: conversations.length })}</li>
              <li>{t('erased_names')}</li>
            </ul>
          </div>
          <div>
            <p className="font-medium">{t('stays')}</p>
            <ul className="list-disc ps-5">
              <li>{t('stays_elsewhere')}</li>
              <li>{t('stays_others')}</li>
              <li>{t('stays_counts')}</li>
            </ul>
          </div>
          <p>{t('no_return')}</p>
          <TextField
            name="word"
            label={t('type_word', { word: t('word') })}
            error={isWrong ? t('wrong_word', { word: t('word') }) : null}
            autoComplete="off"
            dir="auto"
          />
        </Form>
      )}
    </Dialog>
  );
}

const POLL_EVERY_MS = 1000;

/** How far an erasure is, until it is done. */
function ErasureProgress({ id, refreshes }: { id: string; refreshes: readonly QueryName[] }) {
  const t = useTexts(eraseTexts);
  const queries = useQueryClient();
  const [isDone, setDone] = useState(false);
  const { data, error } = useOperation('show-erasure', { id }, isDone ? {} : { everyMs: POLL_EVERY_MS });
  const status = data?.status;
  useEffect(() => {
    if (status !== 'done') return;
    setDone(true);
    void refetchAll(queries, refreshes);
  }, [status, queries, refreshes]);
  const count = Object.values(data?.erased ?? {}).reduce((sum, rows) => sum + rows, 0);
  return (
    <li>
      <div role="status">
        <Problem error={error} />
        {status === 'done' ? t('done', { count }) : t('running', { count })}
        {data && data.waiting > 0 && (
          <span className="block text-sm text-muted">{t('waiting', { count: data.waiting })}</span>
        )}
      </div>
    </li>
  );
}
