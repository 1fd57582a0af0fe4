import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Problem } from '../../ui/problem.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { BotFields } from './bot-fields.tsx';
import { type Bot, botFieldsOf } from './bot-values.ts';
import { botsTexts } from './texts.ts';

/** Reads the form; null if its tools are not JSON. */
function readFields(form: FormData): ReturnType<typeof botFieldsOf> | null {
  try {
    return botFieldsOf(form);
  } catch {
    return null;
  }
}

interface Props {
  /** Null for a new bot. */
  of: Bot | null;
  /** Called with a new bot's secret, which is shown once. */
  onMade?: (made: { id: string; toolSecret: string }) => void;
  onClose: () => void;
}

/** Creates a bot, switched off until it was tried, or changes one. */
export function BotDialog({ of, onMade, onClose }: Props) {
  const t = useTexts(botsTexts);
  const ui = useTexts(uiTexts);
  const keys = useOperation('list-ai-keys', {});
  const refreshes = ['list-bots', 'get-bot'] as const;
  const make = useChange('create-bot', { refreshes });
  const change = useChange('update-bot', { refreshes });
  const [isWrong, setWrong] = useState(false);
  const submit = (form: FormData): void => {
    const fields = readFields(form);
    setWrong(fields === null);
    if (!fields) return;
    if (of) change.mutate({ id: of.id, ...fields }, { onSuccess: onClose });
    else
      make.mutate(
        { ...fields, enabled: false },
        { onSuccess: ({ id, tool_secret }) => onMade?.({ id, toolSecret: tool_secret }) },
      );
  };
  return (
    <Dialog title={of ? of.name : t('make')} isOpen onClose={onClose}>
      <Problem error={keys.error} />
      {keys.data && (
        <Form
          action={of ? ui('save') : t('make')}
          isBusy={make.isPending || change.isPending}
          error={make.error ?? change.error}
          onSubmit={submit}
        >
          <BotFields of={of} keys={keys.data} />
          {isWrong && <p role="alert">{t('tools_wrong')}</p>}
        </Form>
      )}
    </Dialog>
  );
}
