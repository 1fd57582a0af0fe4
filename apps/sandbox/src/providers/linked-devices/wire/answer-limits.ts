import type { AccountLimits } from '../state/account-limits.ts';
import type { Answerer } from './answer-iq.ts';
import { stanza } from './stanza.ts';

/** The queries of stock clients, by the ids that the network knows them by. */
const TIMELOCK_QUERY = '23983697327930364';
const NEW_CHATS_QUERY = '24503548349331633';
/** Total of an account without a quota. */
const NO_QUOTA = -1;

const secondsOf = (ms: number): string => String(Math.floor(ms / 1000));

const timelockOf = ({ timelock }: AccountLimits) => ({
  is_active: timelock?.isActive ?? false,
  time_enforcement_ends: timelock ? secondsOf(timelock.untilMs) : '0',
  enforcement_type: timelock?.type ?? 'DEFAULT',
});

const newChatsOf = ({ newChats }: AccountLimits) => ({
  total_quota: newChats?.total ?? NO_QUOTA,
  used_quota: newChats?.used ?? 0,
  cycle_end_timestamp: newChats ? secondsOf(newChats.endsMs) : null,
  capping_status: newChats?.status ?? 'NONE',
  ote_status: 'NOT_ELIGIBLE',
  mv_status: 'NOT_ELIGIBLE',
});

/** The notifications of changed limits: their names, and their data. */
export function noticesOf(limits: AccountLimits): [string, Record<string, unknown>][] {
  const notices: [string, Record<string, unknown>][] = [];
  if (limits.timelock)
    notices.push([
      'NotificationUserReachoutTimelockUpdate',
      { xwa2_notify_account_reachout_timelock: timelockOf(limits) },
    ]);
  if (limits.newChats)
    notices.push([
      'MessageCappingInfoNotification',
      { xwa2_notify_new_chat_messages_capping_info_update: newChatsOf(limits) },
    ]);
  return notices;
}

/** Answers a device that asks for the limits of its account. */
export const answerLimits: Answerer = ({ device, asked }) => {
  const limits = device.owner.limits ?? {};
  const data =
    asked?.attrs.query_id === TIMELOCK_QUERY
      ? { xwa2_fetch_account_reachout_timelock: timelockOf(limits) }
      : asked?.attrs.query_id === NEW_CHATS_QUERY
        ? { xwa2_message_capping_info: newChatsOf(limits) }
        : null;
  if (data === null) return { error: 400, text: 'bad-request' };
  return { content: [stanza('result', {}, Buffer.from(JSON.stringify({ data })))] };
};
