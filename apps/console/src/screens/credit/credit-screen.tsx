import { Link } from '@tanstack/react-router';
import { type ItemOf, useList, useOperation } from '../../api/use-operations.ts';
import { useCategoryName } from '../../i18n/category-name.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { creditTexts } from '../../texts/credit.ts';
import { ListScreen } from '../../ui/lists/list-screen.tsx';
import { Ago } from '../../ui/marks/ago.tsx';
import { Badge, type BadgeLook } from '../../ui/marks/badge.tsx';
import { Problem } from '../../ui/problems/problem.tsx';

type Kind = ItemOf<'list-ledger'>['kind'];

const LOOKS: Readonly<Record<Kind, BadgeLook>> = {
  top_up: 'good',
  adjustment: 'warn',
  reserve: 'plain',
  refund: 'plain',
  bot: 'plain',
};

function Balance() {
  const t = useTexts(creditTexts);
  const { number } = useFormats();
  const { data, error } = useOperation('get-own-tenant', {}, { everyMs: 10_000 });
  return (
    <>
      <Problem error={error} />
      <dl className="grid gap-4 rounded-xl border border-line bg-surface p-5 sm:grid-cols-3">
        {(
          [
            ['balance', data ? number(data.balance) : '–'],
            ['plan', data?.plan ?? '–'],
            ['threshold', data?.low_credit_threshold != null ? number(data.low_credit_threshold) : t('never')],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{t(name)}</dt>
            <dd className="text-xl font-semibold tabular-nums">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The credit of the workspace, and every movement, newest first. */
export function CreditScreen() {
  const t = useTexts(creditTexts);
  const formats = useFormats();
  const categoryName = useCategoryName();
  const list = useList('list-ledger', {}, { everyMs: 10_000 });
  return (
    <ListScreen
      title={t('title')}
      above={<Balance />}
      list={list}
      caption={t('ledger')}
      keyOf={({ id }) => id}
      empty={[t('empty'), t('empty_lead')]}
      columns={[
        { title: t('at'), show: ({ created_at }) => <Ago at={created_at} /> },
        { title: t('kind'), show: ({ kind }) => <Badge look={LOOKS[kind]}>{t(kind)}</Badge> },
        {
          title: t('amount'),
          isNumber: true,
          show: ({ amount }) => <bdi dir="ltr">{formats.number(Number(amount))}</bdi>,
        },
        {
          title: t('message'),
          show: ({ message_id: id }) =>
            id === null ? (
              '–'
            ) : (
              <Link to="/search" search={{ q: id }} className="font-mono text-sm underline-offset-4 hover:underline">
                {id}
              </Link>
            ),
        },
        {
          title: t('category'),
          show: ({ category }) => (category === null ? '–' : <bdi>{categoryName(category)}</bdi>),
        },
        { title: t('note'), show: ({ note }) => <span dir="auto">{note ?? '–'}</span> },
      ]}
    />
  );
}
