import { type ItemOf, useList } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useSession } from '../../shell/session/session-context.tsx';
import { requestsTexts } from '../../texts/requests.ts';
import { useAddressFilters, useTypedFilter } from '../../ui/lists/address-filters.ts';
import { BESIDE } from '../../ui/lists/detail-panel.tsx';
import { FilterBar, FilterField, FilterSelect } from '../../ui/lists/filter-bar.tsx';
import { Listing } from '../../ui/lists/listing.tsx';
import { RowButton } from '../../ui/lists/row-button.tsx';
import type { Column } from '../../ui/lists/table.tsx';
import { Ago } from '../../ui/marks/ago.tsx';
import { EmptyPage, Page } from '../../ui/page/page.tsx';
import { useKeys } from '../../ui/use-keys.ts';
import { RequestStatus } from './request-outcome.tsx';
import { RequestPanel } from './request-panel.tsx';

const OUTCOMES = ['done', 'refused'] as const;
/** Checked here, so that a partly typed id causes no field error. */
const REQUEST_ID = /^req_[0-9a-z]{10,40}$/;
const EVERY_MS = 3000;

type Request = ItemOf<'list-requests'>;

/** The requests of the API, newest first; refetched every three seconds. The open one is part of the address. */
export function RequestsScreen() {
  const t = useTexts(requestsTexts);
  const { tenant } = useSession();
  const [shown, show] = useAddressFilters<'outcome' | 'code' | 'request_id' | 'key' | 'action' | 'request'>();
  const outcome = OUTCOMES.find((one) => one === shown.outcome) ?? '';
  const id = useTypedFilter(shown.request_id, (request_id) => show({ request_id }));
  const action = useTypedFilter(shown.action, (typed) => show({ action: typed }));
  const code = useTypedFilter(shown.code, (typed) => show({ code: typed }));
  const keys = useKeys();
  const list = useList(
    'list-requests',
    {
      ...(outcome === '' ? {} : { outcome }),
      ...(code.text === '' ? {} : { code: code.text }),
      ...(REQUEST_ID.test(id.text) ? { request_id: id.text } : {}),
      ...(action.text === '' ? {} : { action: action.text }),
      ...(shown.key === undefined ? {} : { instance_id: shown.key }),
    },
    { everyMs: EVERY_MS },
  );
  const { request: openedId } = shown;
  const columns: Column<Request>[] = [
    { title: t('at'), isShort: true, show: ({ at }) => <Ago at={at} /> },
    {
      title: t('action'),
      isShort: true,
      show: (request) => (
        <RowButton
          label={`${request.action}: ${request.id}`}
          isOpen={request.id === openedId}
          onClick={() => show({ request: request.id }, { isStep: openedId === undefined })}
        >
          {request.action}
        </RowButton>
      ),
    },
    { title: t('status'), isShort: true, show: (request) => <RequestStatus of={request} /> },
    { title: t('key'), show: ({ instance_id }) => <bdi>{instance_id === null ? '–' : keys.nameOf(instance_id)}</bdi> },
    { title: t('duration'), isNumber: true, show: ({ duration_ms }) => t('milliseconds', { value: duration_ms }) },
  ];
  return (
    <Page title={t('title')} isWide>
      <FilterBar>
        <FilterSelect
          label={t('key')}
          value={shown.key ?? ''}
          onChoose={(key) => show({ key })}
          choices={[{ value: '', text: t('all_keys') }, ...keys.choices]}
        />
        <FilterSelect
          label={t('outcome')}
          value={outcome}
          onChoose={(next) => show({ outcome: next })}
          choices={['' as const, ...OUTCOMES].map((one) => ({ value: one, text: t(one || 'any') }))}
        />
        <FilterField label={t('action')} placeholder={t('action_hint')} {...action.field} />
        <FilterField label={t('code')} placeholder={t('code_hint')} {...code.field} />
        <FilterField label={t('request_id')} placeholder={t('request_id_hint')} {...id.field} />
      </FilterBar>
      <div className={openedId === undefined ? 'grid' : BESIDE}>
        <Listing
          list={list}
          caption={t('title')}
          keyOf={(request) => request.id}
          openedKey={openedId}
          empty={<EmptyPage title={t('empty')}>{t('empty_lead')}</EmptyPage>}
          columns={columns}
        />
        {openedId !== undefined && tenant && (
          <RequestPanel id={openedId} slug={tenant.slug} onClose={() => show({ request: '' })} />
        )}
      </div>
    </Page>
  );
}
