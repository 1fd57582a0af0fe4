import type {
  AppHealth,
  ChannelProblem,
  ComingProblem,
  NumberQuality,
  SendingHealth,
} from '@parley/common/contracts/console/channel-health';
import { worstProblem } from '@parley/common/workspace/worst-problem';
import type { ItemOf } from '../../api/use-operations.ts';
import { useFormats, useTexts } from '../../i18n/language-context.tsx';
import { healthTexts } from '../../texts/channels.ts';
import { Badge, type BadgeLook } from '../../ui/marks/badge.tsx';

/** A channel with its health. */
export type Account = ItemOf<'list-channel-health'>;

const LOOKS: Readonly<Record<ChannelProblem | ComingProblem, BadgeLook>> = {
  logged_out: 'bad',
  token_revoked: 'bad',
  replaced: 'bad',
  partner_removed: 'bad',
  account_offboarded: 'bad',
  account_deleted: 'bad',
  account_disabled: 'bad',
  number_offline: 'warn',
  device_offline: 'warn',
  device_restricted: 'warn',
  device_silent: 'warn',
  account_restricted: 'warn',
  payment_missing: 'bad',
  token_expires: 'warn',
  app_unused: 'warn',
  token_not_renewed: 'warn',
  send_failed: 'warn',
  nothing_received: 'plain',
};

const RATING_LOOKS: Readonly<Record<NumberQuality['rating'], BadgeLook>> = {
  GREEN: 'good',
  YELLOW: 'warn',
  RED: 'bad',
  UNKNOWN: 'plain',
};

/** `TIER_10K` is 10,000 people; null if the tier has no number. */
function peopleOf(tier: string): number | null {
  const [, count, thousands] = /^TIER_(\d+)(K?)$/.exec(tier) ?? [];
  return count === undefined ? null : Number(count) * (thousands ? 1000 : 1);
}

function Quality({ of: { rating, limit_tier: tier } }: { of: NumberQuality }) {
  const t = useTexts(healthTexts);
  const people = tier === null ? null : peopleOf(tier);
  return (
    <>
      <Badge look={RATING_LOOKS[rating]}>{t(`quality_${rating}`)}</Badge>
      {(rating === 'RED' || rating === 'YELLOW') && <p>{t('quality_step')}</p>}
      {tier !== null && (
        <p className="text-muted">{people === null ? t('no_day_limit') : t('day_limit', { count: people })}</p>
      )}
    </>
  );
}

/**
 * Whether the platform lets the number send: a missing payment method first, unless it is the channel's problem, then the
 * platform's reasons.
 */
function Sending({
  of: { state, payment_missing: isMissing, reasons },
  isSaid,
}: {
  of: SendingHealth;
  isSaid: boolean;
}) {
  const t = useTexts(healthTexts);
  const isUnpaid = isMissing && !isSaid;
  return (
    <>
      {isUnpaid && <Badge look="bad">{t('payment_missing')}</Badge>}
      {isUnpaid && <p>{t('payment_missing_step')}</p>}
      {(state === 'BLOCKED' || state === 'LIMITED') && (
        <Badge look={state === 'BLOCKED' ? 'bad' : 'warn'}>{t(`sending_${state}`)}</Badge>
      )}
      {reasons.map(({ text, solution }) => (
        <p key={text} dir="auto" className="text-muted [overflow-wrap:anywhere]">
          {solution === null ? text : `${text} ${solution}`}
        </p>
      ))}
    </>
  );
}

/** How the chats of the WhatsApp Business app get here. */
function BusinessApp({ of: { history, progress, imported, last_seen_at: seenAt } }: { of: AppHealth }) {
  const t = useTexts(healthTexts);
  const formats = useFormats();
  const said = () => {
    if (history === 'progress' && progress !== null)
      return t('history_percent', { percent: formats.percent(progress / 100) });
    return history === 'done'
      ? t('history_done', { messages: formats.number(imported) })
      : t(`history_${history ?? 'due'}`);
  };
  return (
    <>
      <p className="text-muted">{t('on_business_app')}</p>
      {seenAt !== null && <p className="text-muted">{t('app_seen', { at: formats.date(seenAt) })}</p>}
      {history !== null && <p role="status">{said()}</p>}
    </>
  );
}

/** Whether people can call the number, and how. */
function Calling({ of }: { of: NonNullable<Account['calling']> }) {
  const t = useTexts(healthTexts);
  if (of.is_on === null) return null;
  if (!of.is_on) return <p className="text-muted">{t('calls_off')}</p>;
  const limits = [
    of.is_icon_shown === false ? t('calls_no_icon') : null,
    of.has_hours ? t('calls_in_hours') : null,
    of.asks_permission ? t('calls_ask_permission') : null,
  ];
  return <p className="text-muted">{[t('calls_on'), ...limits.filter((limit) => limit !== null)].join(' · ')}</p>;
}

/** The login that connected an Instagram account, and its token's end. */
function Login({ of: { via, token_ends_at: endsAt } }: { of: NonNullable<Account['login']> }) {
  const t = useTexts(healthTexts);
  const formats = useFormats();
  const end = endsAt === null ? t('token_endless') : t('token_ends', { at: formats.date(endsAt) });
  return (
    <>
      <p className="text-muted">{t(`login_${via}`)}</p>
      <p className="text-muted">{end}</p>
    </>
  );
}

/** The state in a word. */
export function ChannelBadge({ of }: { of: Account }) {
  const t = useTexts(healthTexts);
  const problem = worstProblem(of.problem, of.coming);
  return <Badge look={problem === null ? 'good' : LOOKS[problem]}>{t(problem ?? 'connected')}</Badge>;
}

/** The state of a channel, since when, and what to do about it. */
export function ChannelState({ of }: { of: Account }) {
  const t = useTexts(healthTexts);
  const formats = useFormats();
  const problem = worstProblem(of.problem, of.coming);
  const {
    status,
    device,
    authorized_at: authorizedAt,
    quality,
    restrictions,
    sending,
    username,
    calling,
    business_app: app,
  } = of;
  return (
    <div className="grid justify-items-start gap-1">
      <ChannelBadge of={of} />
      {problem !== null && <p>{t(`${problem}_step`)}</p>}
      {restrictions.map(({ type, until }) => (
        <p key={type} className="break-all">
          <bdi>{type}</bdi>
          {until !== null && ` · ${t('restricted_until', { at: formats.dateTime(until) })}`}
        </p>
      ))}
      <p className="text-muted">{t(`${status}_since`, { at: formats.date(of.since) })}</p>
      {authorizedAt !== null && status === 'connected' && (
        <p className="text-muted">{t('authorized_at', { at: formats.date(authorizedAt) })}</p>
      )}
      {of.token_expires_at && (
        <p className="text-muted">{t('token_until', { at: formats.date(of.token_expires_at) })}</p>
      )}
      {of.login && <Login of={of.login} />}
      {device?.last_heard_at && (
        <p className="text-muted">{t('device_heard', { at: formats.dateTime(device.last_heard_at) })}</p>
      )}
      {username && (
        <p>
          {t('username')} <bdi>@{username.name}</bdi>
        </p>
      )}
      {quality && <Quality of={quality} />}
      {calling && <Calling of={calling} />}
      {sending && <Sending of={sending} isSaid={problem === 'payment_missing'} />}
      {app && <BusinessApp of={app} />}
    </div>
  );
}
