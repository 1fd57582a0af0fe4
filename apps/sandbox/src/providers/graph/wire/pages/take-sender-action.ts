import { isOneEmoji } from '@parley/common/text/emoji';
import type { Customer } from '../../../../customers/customer.ts';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { AccountAct } from '../../../../state/accepted-send.ts';
import { chatKey, type SandboxState } from '../../../../state/sandbox-state.ts';
import type { PageChannel } from '../../state/page.ts';
import { badParameter } from '../graph-error.ts';
import type { PageSendBody } from './page-send-schema.ts';

/** Any emoji; Instagram names the heart (docs/reference/ig.md#sender-actions). */
const isReaction = (channel: PageChannel, given: string): boolean =>
  isOneEmoji(given) || (channel === 'ig' && given === 'love');

/** A sender action: a typing indicator, a read mark of the chat, or a reaction. */
export function takeSenderAction(
  { state, now }: { state: SandboxState; now: () => number },
  channel: PageChannel,
  { account, address }: Customer,
  { sender_action: action, payload }: PageSendBody,
): ProviderAnswer {
  const key = chatKey(channel, account, address);
  const note = (act: AccountAct['act'], value: string | null): void => {
    const target = payload?.message_id ?? null;
    state.acts.push({ channel, account, to: address, target, act, value, at: new Date(now()).toISOString() });
  };
  switch (action) {
    case 'react':
    case 'unreact':
      if (!payload) return badParameter('The parameter payload is required');
      if (action === 'react' && payload.reaction === undefined)
        return badParameter('Param payload[reaction] is required');
      if (action === 'react' && !isReaction(channel, payload.reaction ?? ''))
        return badParameter('Param payload[reaction] is not valid');
      if (action === 'unreact' && payload.reaction !== undefined)
        return badParameter('Invalid keys "reaction" were found in param "payload"');
      note('react', action === 'react' ? (payload.reaction ?? null) : null);
      break;
    case 'mark_seen':
      note('read', null);
      break;
    case 'typing_on':
      state.typing.set(key, now());
      note('typing', 'typing');
      break;
    default:
      state.typing.delete(key);
      note('typing', 'off');
  }
  return { status: 200, body: { recipient_id: address } };
}
