import { useTexts } from '../../i18n/language-context.tsx';
import { botsTexts } from '../../texts/bots.ts';
import { TextField } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/kinds-of-field.tsx';
import { Disclosure } from '../../ui/page/disclosure.tsx';
import type { Bot } from './bot-values.ts';

/** The limits of a bot: its pace and its usage. */
export function LimitFields({ of }: { of: Bot | null }) {
  const t = useTexts(botsTexts);
  return (
    <Disclosure title={t('limits')}>
      <NumberField
        label={t('debounce_seconds')}
        name="debounce_seconds"
        min={0}
        max={60}
        defaultValue={of?.debounce_seconds ?? 5}
        required
      />
      <NumberField
        label={t('max_wait_seconds')}
        name="max_wait_seconds"
        min={1}
        max={300}
        defaultValue={of?.max_wait_seconds ?? 30}
        required
      />
      <NumberField
        label={t('history_tokens')}
        name="history_tokens"
        min={0}
        max={100_000}
        defaultValue={of?.history_tokens ?? 6000}
        required
      />
      <NumberField
        label={t('turns_per_conversation_hour')}
        name="turns_per_conversation_hour"
        min={1}
        max={1000}
        defaultValue={of?.caps.turns_per_conversation_hour ?? 20}
        required
      />
      <NumberField
        label={t('tokens_per_day')}
        hint={t('no_cap')}
        name="tokens_per_day"
        min={1}
        max={1_000_000_000}
        defaultValue={of?.caps.tokens_per_day ?? ''}
      />
      <TextField
        label={t('cost_per_month')}
        hint={t('no_cap')}
        name="cost_per_month"
        dir="ltr"
        inputMode="decimal"
        defaultValue={of?.caps.cost_per_month ?? ''}
      />
    </Disclosure>
  );
}
