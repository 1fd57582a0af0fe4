import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '../../../api/operations.ts';
import { useFormats, useTexts } from '../../../i18n/language-context.tsx';
import { startTexts } from '../../../texts/inbox-more.ts';
import { channelTexts } from '../../../texts/shell.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ComboboxField } from '../../../ui/fields/combobox-field.tsx';
import { TextArea, TextField } from '../../../ui/fields/field.tsx';
import { Problem, useReason } from '../../../ui/problems/problem.tsx';
import { filledWith } from '../template/template-values.tsx';
import { readRecipient } from './check-recipient.ts';
import { type ChosenTemplate, TemplatePart } from './template-part.tsx';
import { useStart } from './use-start.ts';

type SendingAccounts = OutputOf<'list-sending-accounts'>;
type Account = SendingAccounts['items'][number];

/** Codes of the server about one field. */
const OF_FIELD: Readonly<Record<string, 'to' | 'from' | 'content'>> = {
  invalid_to: 'to',
  opted_out: 'to',
  marketing_limited: 'to',
  account_restricted: 'from',
  paced: 'from',
  invalid_from: 'from',
  not_connected: 'from',
  invalid_message: 'content',
  invalid_template: 'content',
};

const keyOf = ({ channel, id }: Account): string => `${channel} ${id}`;

/** The price of the message, with the balance for those who may see it. */
function usePrice({ prices, balance }: SendingAccounts, { channel }: Account, chosen: ChosenTemplate | null): string {
  const t = useTexts(startTexts);
  const { number } = useFormats();
  const ofCategory = channel === 'wa' && chosen ? `wa.${chosen.template.category.toLowerCase()}` : channel;
  const price = number(Number(new Map(Object.entries(prices)).get(ofCategory) ?? prices[channel]));
  return balance === null ? t('price', { price }) : t('price_of', { price, balance: number(Number(balance)) });
}

interface Props {
  accounts: SendingAccounts;
  /** The account that is chosen at first. */
  first: Account;
  onSent: (conversationId: number) => void;
}

/** The content of the message; null while it is not complete. */
function contentOf({ channel }: Account, chosen: ChosenTemplate | null, text: string) {
  if (channel === 'wa') return chosen && { template: filledWith(chosen.template, chosen.values) };
  return text.trim() === '' ? null : { message: text };
}

/** The first message that is being written, and the error of each of its fields. */
function useFirstMessage(first: Account, onSent: (conversationId: number) => void) {
  const t = useTexts(startTexts);
  const reasonOf = useReason();
  const [to, setTo] = useState('');
  const [account, setAccount] = useState(first);
  const [chosen, setChosen] = useState<ChosenTemplate | null>(null);
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState<'to' | 'content' | null>(null);
  const toField = useRef<HTMLInputElement>(null);
  const templateField = useRef<HTMLInputElement>(null);
  const isTemplateAwaited = useRef(false);
  const textField = useRef<HTMLTextAreaElement>(null);
  const { send, isPending, error } = useStart(({ conversation_id: id }) => onSent(id));
  const { channel, id: from } = account;
  const isTemplate = channel === 'wa';
  const recipient = readRecipient(channel, to);
  const refused = error && OF_FIELD[error.code];
  return {
    ...{ to, account, chosen, text, isTemplate, isPending, toField, templateField, isTemplateAwaited, textField },
    /** The error that no field shows. */
    error: refused ? null : error,
    errorOf(field: 'to' | 'from' | 'content', ownText: string): string | null {
      if (wrong === field) return ownText;
      if (!error || refused !== field) return null;
      return error.code === 'not_connected' ? t('not_sent') : reasonOf(error);
    },
    write(written: { to?: string; text?: string; chosen?: ChosenTemplate | null }): void {
      if (written.to !== undefined) setTo(written.to);
      if (written.text !== undefined) setText(written.text);
      if (written.chosen !== undefined) setChosen(written.chosen);
      setWrong(null);
    },
    checkRecipient(): void {
      if (to.trim() !== '' && recipient === null) setWrong('to');
    },
    sendFrom(next: Account): void {
      setAccount(next);
      setChosen(null);
    },
    submit(): void {
      const content = contentOf(account, chosen, text);
      if (recipient !== null && content) return void send({ channel, from, to: recipient, ...content });
      if (recipient === null) {
        setWrong('to');
        toField.current?.focus();
      } else {
        // Enter in the first field continues, because it is no mistake that nothing is chosen yet.
        setWrong(document.activeElement === toField.current ? null : 'content');
        isTemplateAwaited.current = isTemplate && templateField.current === null;
        (isTemplate ? templateField : textField).current?.focus();
      }
    },
  };
}

/** Recipient, account and the first message: on wa a template, on a linked phone a text. */
export function StartForm({ accounts, first, onSent }: Props) {
  const t = useTexts(startTexts);
  const channelName = useTexts(channelTexts);
  const message = useFirstMessage(first, onSent);
  const { to, account, chosen, text, toField, errorOf, write } = message;
  const sendButton = useRef<HTMLButtonElement>(null);
  // The dialog has set the focus before the accounts were loaded.
  useEffect(() => toField.current?.focus(), [toField]);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        message.submit();
      }}
    >
      <TextField
        ref={toField}
        label={t('to')}
        hint={t('to_hint')}
        error={errorOf('to', t('to_wrong'))}
        dir="ltr"
        autoComplete="off"
        maxLength={200}
        value={to}
        onChange={(event) => write({ to: event.target.value })}
        onBlur={message.checkRecipient}
      />
      <ComboboxField
        label={t('from')}
        error={errorOf('from', '')}
        choices={accounts.items.map((one) => ({
          value: keyOf(one),
          text: t('account', { channel: channelName(one.channel), name: one.number ?? one.label }),
        }))}
        value={keyOf(account)}
        onChoose={(key) => message.sendFrom(accounts.items.find((one) => keyOf(one) === key) ?? account)}
        empty={t('no_match')}
      />
      {message.isTemplate ? (
        <TemplatePart
          key={account.id}
          from={account.id}
          chosen={chosen}
          onChange={(next) => write({ chosen: next })}
          error={errorOf('content', t('template_missing'))}
          field={message.templateField}
          isAwaited={message.isTemplateAwaited}
          sendButton={sendButton}
        />
      ) : (
        <TextArea
          ref={message.textField}
          label={t('message')}
          error={errorOf('content', t('message_missing'))}
          value={text}
          onChange={(event) => write({ text: event.target.value })}
        />
      )}
      <Problem error={message.error} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{usePrice(accounts, account, chosen)}</p>
        <Button ref={sendButton} look="primary" type="submit" disabled={message.isPending}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
