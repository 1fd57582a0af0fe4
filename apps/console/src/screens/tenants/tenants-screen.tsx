import { Link } from '@tanstack/react-router';
import { useChange, useList } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { tenantsTexts } from '../../texts/tenants.ts';
import { TextField } from '../../ui/fields/field.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { optional, textOf } from '../../ui/forms/form-values.ts';
import { SearchedList } from '../../ui/lists/searched-list.tsx';
import { useSortedSearch } from '../../ui/lists/use-sorted-search.ts';
import { Ago } from '../../ui/marks/ago.tsx';
import { TenantState } from './tenant-state.tsx';

const SORTS = ['created', 'name', 'plan', 'credit', 'messages', 'failed', 'activity'] as const;
const EVERY_MS = 30_000;

/** The operator's tenants with what they did in 24 hours; each opens its page. */
export function TenantsScreen() {
  const t = useTexts(tenantsTexts);
  const { number } = useFormats();
  const search = useSortedSearch(SORTS, ['name', 'plan']);
  const list = useList('list-tenant-activity', search.input, { everyMs: EVERY_MS });
  return (
    <SearchedList
      title={t('title')}
      search={search}
      searchLabel={t('search')}
      list={list}
      create={{ title: t('make'), dialog: ({ close }) => <MakeTenantDialog onClose={close} /> }}
      keyOf={({ slug }) => slug}
      empty={[t('empty'), t('empty_lead')]}
      noMatch={[t('no_match'), t('no_match_lead')]}
      columns={[
        {
          title: t('name'),
          sort: 'name',
          show: ({ name, slug }) => (
            <div>
              <Link to="/tenants/$slug" params={{ slug }} className="font-medium underline-offset-4 hover:underline">
                <bdi>{name}</bdi>
              </Link>
              <p className="font-mono text-sm text-muted">{slug}</p>
            </div>
          ),
        },
        { title: t('plan'), sort: 'plan', show: ({ plan }) => <bdi>{plan}</bdi> },
        {
          title: t('credit'),
          sort: 'credit',
          isNumber: true,
          show: ({ balance }) => number(balance),
        },
        {
          title: t('messages'),
          sort: 'messages',
          isNumber: true,
          show: ({ messages }) => number(messages),
        },
        {
          title: t('failed'),
          sort: 'failed',
          isNumber: true,
          show: ({ messages_failed: failed }) => <span className={failed > 0 ? 'text-bad' : ''}>{number(failed)}</span>,
        },
        {
          title: t('last_active'),
          sort: 'activity',
          show: ({ last_active_at: at }) => (at === null ? t('never') : <Ago at={at} />),
        },
        { title: t('created'), sort: 'created', show: ({ created_at: at }) => <Ago at={at} /> },
        { title: t('state'), show: (tenant) => <TenantState of={tenant} /> },
      ]}
    />
  );
}

/** Creates a tenant. */
function MakeTenantDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(tenantsTexts);
  const make = useChange('create-tenant', { refreshes: ['list-tenant-activity'] });
  const submit = (form: FormData): void =>
    make.mutate(
      {
        slug: textOf(form, 'slug'),
        ...optional('name', textOf(form, 'name')),
        ...optional('plan', textOf(form, 'plan')),
        ...optional('balance', textOf(form, 'balance')),
      },
      { onSuccess: onClose },
    );
  return (
    <FormDialog title={t('make')} action={t('make')} change={make} onSubmit={submit} onClose={onClose}>
      <TextField
        label={t('slug')}
        hint={t('slug_hint')}
        name="slug"
        dir="ltr"
        maxLength={63}
        autoComplete="off"
        required
      />
      <TextField label={t('name')} name="name" maxLength={200} autoComplete="off" />
      <TextField label={t('plan')} name="plan" maxLength={50} autoComplete="off" />
      <TextField label={t('credit')} name="balance" dir="ltr" inputMode="decimal" autoComplete="off" />
    </FormDialog>
  );
}
