import { useTexts } from '../../../../i18n/language-context.tsx';
import { threadTexts } from '../../../../texts/conversation.ts';
import type { Message } from '../../conversation/conversation.ts';
import { cutText } from './cut-text.ts';

type Quoted = NonNullable<Message['quoted']>;

/** The quoted message in one line: its text, or what it is. */
export function useExcerpt(): (quoted: Pick<Quoted, 'kind' | 'text' | 'is_deleted'>) => string {
  const t = useTexts(threadTexts);
  return ({ kind, text, is_deleted: isDeleted }) => {
    if (isDeleted) return t('quoted_deleted');
    if (text !== '') return cutText(text);
    return kind === null ? t('kind_unsupported') : t(`kind_${kind}`);
  };
}

interface Props {
  quoted: Quoted;
  name: string;
  onShow: (messageId: string) => void;
}

/** The message above its answer; a press shows it in the thread. */
export function QuotedView({ quoted, name, onShow }: Props) {
  const t = useTexts(threadTexts);
  const excerptOf = useExcerpt();
  return (
    <button
      type="button"
      aria-label={t('show_quoted', { name })}
      onClick={() => onShow(quoted.message_id)}
      className="grid min-w-0 rounded-md border-s-4 border-accent bg-raised px-2 py-1 text-start text-sm"
    >
      <bdi className="truncate font-medium">{name}</bdi>
      <bdi className="truncate text-muted">{excerptOf(quoted)}</bdi>
    </button>
  );
}
