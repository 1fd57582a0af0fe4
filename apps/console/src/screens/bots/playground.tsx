import { useState } from 'react';
import type { InputOf, OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { botsTexts } from '../../texts/bots.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { TextArea } from '../../ui/fields/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { textOf } from '../../ui/forms/form-values.ts';
import { Section } from '../../ui/page/section.tsx';
import { Reason } from './reason.tsx';

type Message = InputOf<'try-bot'>['messages'][number];
type Reply = OutputOf<'try-bot'>;

/** The limit of the operation. */
const MESSAGES_MAX = 50;

function Bubble({ of: { from, text } }: { of: Message }) {
  const t = useTexts(botsTexts);
  const look = from === 'customer' ? 'bg-raised justify-self-start' : 'bg-accent-soft justify-self-end';
  return (
    <li className={`max-w-[85%] rounded-xl px-3 py-2 ${look}`}>
      <span className="sr-only">{from === 'customer' ? t('customer') : t('bot')}</span>
      <p dir="auto" className="break-words whitespace-pre-wrap">
        {text}
      </p>
    </li>
  );
}

/** The sources and tool calls behind a reply, and its cost. */
function Making({ of }: { of: Reply }) {
  const t = useTexts(botsTexts);
  const { number } = useFormats();
  const { input_tokens, output_tokens, cost } = of.usage;
  return (
    <div className="grid gap-2 text-sm">
      <p role="status">
        {t(`outcome_${of.outcome}`)}
        {of.reason && (
          <>
            {' '}
            <Reason of={of.reason} />
          </>
        )}
      </p>
      <p className="text-muted">
        {t('used', { input: number(input_tokens), output: number(output_tokens), cost: cost ?? '–' })}
      </p>
      {of.tool_calls.length > 0 && (
        <ul dir="ltr" className="grid gap-1 font-mono">
          {of.tool_calls.map(({ name, arguments: given, ok }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a reply does not change
            <li key={index} className="break-all">{`${ok ? '✓' : '✗'} ${name} ${JSON.stringify(given)}`}</li>
          ))}
        </ul>
      )}
      {of.passages.length > 0 && (
        <details>
          <summary className="cursor-pointer font-medium">{t('passages', { count: of.passages.length })}</summary>
          <ul className="grid gap-2 py-2">
            {of.passages.map(({ source, title, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a reply does not change
              <li key={index} dir="auto">
                <span className="font-medium">{title ?? source}</span>
                <p className="whitespace-pre-wrap">{text}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** A conversation with the bot as a customer would have it; nothing is stored or sent. */
export function Playground({ botId }: { botId: string }) {
  const t = useTexts(botsTexts);
  const [transcript, setTranscript] = useState<readonly Message[]>([]);
  const [draft, setDraft] = useState('');
  const trial = useChange('try-bot', { refreshes: ['show-bot-usage'] });
  const say = (form: FormData): void => {
    const messages = [...transcript, { from: 'customer' as const, text: textOf(form, 'message') }].slice(-MESSAGES_MAX);
    setTranscript(messages);
    setDraft('');
    trial.mutate(
      { id: botId, messages },
      {
        onSuccess: ({ texts }) =>
          setTranscript([...messages, ...texts.map((text) => ({ from: 'business' as const, text }))]),
      },
    );
  };
  const begin = (): void => {
    setTranscript([]);
    trial.reset();
  };
  return (
    <Section
      title={t('playground')}
      lead={t('playground_lead')}
      actions={transcript.length > 0 && <Button onClick={begin}>{t('start_again')}</Button>}
    >
      <div className="grid max-w-2xl gap-4 rounded-xl border border-line bg-surface p-5">
        {transcript.length > 0 && (
          <ol aria-live="polite" className="grid gap-2">
            {transcript.map((message, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added at the end
              <Bubble key={index} of={message} />
            ))}
          </ol>
        )}
        {trial.data && <Making of={trial.data} />}
        <Form action={t('say')} change={trial} onSubmit={say}>
          <TextArea
            label={t('message')}
            name="message"
            rows={2}
            maxLength={6000}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            required
          />
        </Form>
      </div>
    </Section>
  );
}
