import { useTexts } from '../../i18n/language-context.tsx';
import { hasText } from '../../i18n/load-texts.ts';
import { useSession } from '../../shell/session/session-context.tsx';
import { actionTexts, auditTexts } from '../../texts/audit.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { actorOf, type Entry } from './actor-of.ts';

/** The outcome of a change. Nothing is shown for a change that succeeded, as most do. */
export function Outcome({ outcome }: { outcome: string }) {
  const t = useTexts(auditTexts);
  if (outcome === 'done') return <span className="text-muted">{t('done')}</span>;
  if (outcome === 'unknown') return <Badge look="warn">{t('unknown')}</Badge>;
  return <Badge look="bad">{outcome}</Badge>;
}

/** The fields by which the thing that an entry is about is recognized, the clearest first. */
const NAMING = [
  'label',
  'title',
  'email',
  'name',
  'slug',
  'provider',
  'channel',
  'instance_id',
  'id',
  'conversation_id',
  'contact_id',
] as const;
/** Shown in the log in place of a text. */
const MASK = '•••';

/** `own`: the workspace, which nearly every entry of its log names. */
function subjectOf({ input }: Entry, own: string | undefined): string | null {
  const found = NAMING.map((field) => input[field]).find(
    (value) => (typeof value === 'string' && value !== MASK && value !== own) || typeof value === 'number',
  );
  return found === undefined ? null : String(found);
}

/** An audit entry as a sentence with its actor, action and object; `nameOf` returns the name of a member. */
function Sentence({ of, nameOf }: { of: Entry; nameOf: (memberId: string) => string | undefined }) {
  const t = useTexts(auditTexts);
  const did = useTexts(actionTexts);
  const { actor, action, outcome } = of;
  const named = actor.type === 'member' && actor.id !== null ? nameOf(actor.id) : undefined;
  const subject = subjectOf(of, useSession().tenant?.slug);
  const who = named ?? actorOf(of) ?? t(actor.type === 'token' ? 'token' : 'operator');
  const sentence = outcome === 'done' ? 'sentence' : outcome === 'unknown' ? 'perhaps' : 'refused';
  return (
    <>
      {t(sentence, { who, did: hasText(actionTexts, action) ? did(action) : action })}
      {subject !== null && (
        <>
          {' '}
          <bdi className="text-muted">{subject}</bdi>
        </>
      )}
    </>
  );
}

/** Texts unchanged, other values as JSON; a dash for a value that is absent. */
const writeValue = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

function Changes({ of: { changes } }: { of: Entry }) {
  const t = useTexts(auditTexts);
  return (
    <dl className="grid gap-2 text-sm">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="font-mono">
            <bdi>{field}</bdi>
          </dt>
          <dd className="wrap-anywhere">
            <span className="sr-only">{t('before')} </span>
            <bdi className="text-muted line-through">{writeValue(before)}</bdi>
            <span aria-hidden> {t('arrow')} </span>
            <span className="sr-only">{t('after')} </span>
            <bdi>{writeValue(after)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** An entry as one line, which opens what was changed and how it was asked for. */
export function AuditLine(props: { of: Entry; nameOf: (memberId: string) => string | undefined }) {
  const { action, input, request_id: requestId, address } = props.of;
  return (
    <details className="max-w-2xl min-w-36 text-start">
      <summary className="cursor-pointer leading-6">
        <Sentence {...props} />
      </summary>
      <div className="grid gap-3 py-2">
        <Changes of={props.of} />
        <pre dir="ltr" className="font-mono text-sm break-all whitespace-pre-wrap text-muted">
          {`${action} ${JSON.stringify(input, null, 2)}\n${requestId}\n${address}`}
        </pre>
      </div>
    </details>
  );
}
