import { useTexts } from '../../../../i18n/language-context.tsx';
import { threadTexts } from '../../../../texts/conversation.ts';
import type { Message } from '../../conversation/conversation.ts';
import { Card, Line } from './cards.tsx';

interface Props {
  poll: NonNullable<NonNullable<Message['content']>['poll']>;
  /** Votes by the position of the option. */
  votes: ReadonlyMap<number, number> | undefined;
}

/** A poll with the votes that have arrived. */
export function PollCard({ poll: { question, options, multiple }, votes }: Props) {
  const t = useTexts(threadTexts);
  const most = Math.max(1, ...(votes?.values() ?? []));
  return (
    <Card>
      <Line text={question} className="font-medium" />
      <p className="text-sm text-muted">{multiple ? t('several_answers') : t('one_answer')}</p>
      <ul className="mt-1 grid min-w-48 gap-2">
        {options.map((option, at) => {
          const count = votes?.get(at) ?? 0;
          return (
            <li key={option} className="grid gap-1">
              <div className="flex justify-between gap-3">
                <Line text={option} />
                <span className="shrink-0 text-sm text-muted">{t('votes', { count })}</span>
              </div>
              <div aria-hidden className="h-1 rounded-full bg-raised">
                <div className="h-1 rounded-full bg-accent" style={{ width: `${(100 * count) / most}%` }} />
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
