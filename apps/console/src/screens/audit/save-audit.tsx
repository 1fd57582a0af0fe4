import { useMutation } from '@tanstack/react-query';
import { type OperationError, query } from '../../api/call-gateway.ts';
import type { InputOf } from '../../api/operations.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { auditTexts } from '../../texts/audit.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { saveCsvParts, writeCsv } from '../../ui/lists/write-csv.ts';
import { Problem } from '../../ui/problems/problem.tsx';
import { type AuditList, actorOf, type Entry } from './actor-of.ts';

type Filter = Omit<InputOf<AuditList>, 'limit' | 'cursor'>;

const PAGE = 200;
/** 50,000 entries, which a browser can hold easily. */
const MAX_PAGES = 250;
const HEAD = ['at', 'actor', 'action', 'outcome', 'address', 'request_id', 'input', 'changes'];

const toRow = (entry: Entry) => [
  entry.at,
  actorOf(entry) ?? entry.actor.type,
  entry.action,
  entry.outcome,
  entry.address,
  entry.request_id,
  JSON.stringify(entry.input),
  JSON.stringify(entry.changes),
];

/** Reads all matching entries, page by page, and saves them. Returns whether that was all. */
async function saveEverything(of: AuditList, filter: Filter): Promise<boolean> {
  const parts = [writeCsv([HEAD])];
  let isWhole = true;
  for await (const page of pagesOf((at) => query(of, { ...filter, limit: PAGE, ...at }), MAX_PAGES)) {
    parts.push(writeCsv(page.items.map(toRow)));
    isWhole = page.next_cursor === null;
  }
  saveCsvParts(of === 'list-audit' ? 'audit.csv' : 'deployment-audit.csv', parts);
  return isWhole;
}

/** Saves all matching entries as CSV, not only those on the page. */
export function SaveAudit({ of, filter }: { of: AuditList; filter: Filter }) {
  const t = useTexts(auditTexts);
  const save = useMutation<boolean, OperationError>({ mutationFn: () => saveEverything(of, filter) });
  return (
    <div className="grid justify-items-start gap-2">
      <Button disabled={save.isPending} onClick={() => save.mutate()}>
        {t('save')}
      </Button>
      {save.data === false && <p role="status">{t('cut', { count: PAGE * MAX_PAGES })}</p>}
      <Problem error={save.error} />
    </div>
  );
}
