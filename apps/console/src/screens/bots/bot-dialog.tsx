import { useState } from 'react';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { botsTexts } from '../../texts/bots.ts';
import { uiTexts } from '../../texts/shell.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { BotFields } from './bot-fields.tsx';
import { type Bot, botFieldsOf } from './bot-values.ts';

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
    <FormDialog
      title={of ? of.name : t('make')}
      action={of ? ui('save') : t('make')}
      change={of ? change : make}
      instead={keys.data ? undefined : <Problem error={keys.error} />}
      refusal={isWrong && t('tools_wrong')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Problem error={keys.error} />
      {keys.data && <BotFields of={of} keys={keys.data} />}
    </FormDialog>
  );
}
