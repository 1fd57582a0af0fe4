import { CAPABILITIES, type ChannelAction, canDo, type TypingState } from '@parley/common/capabilities';
import { CHANNELS, type Channel } from '@parley/common/channels';
import { AppError } from '@parley/common/errors';
import { describeActions } from './describe-capabilities.ts';

const unsupported = (channel: Channel, action: ChannelAction, problem: string): AppError =>
  new AppError('unsupported_content', {
    message: `${problem} ${channel} can ${describeActions(channel)}.`,
    body: { channel, action },
  });

/** Throws `unsupported_content`, which names the channel and what it can. */
export function requireAction(channel: Channel, action: ChannelAction): void {
  if (canDo(channel, action)) return;
  const others = CHANNELS.filter((other) => canDo(other, action)).join(', ');
  throw unsupported(channel, action, `${action} is not possible on ${channel}; it is on ${others}.`);
}

/** Throws `unsupported_content` for a typing indicator that the channel does not have. */
export function requireTypingState(channel: Channel, state: TypingState): void {
  requireAction(channel, 'typing');
  const states = CAPABILITIES[channel].typing;
  if (!states.includes(state))
    throw unsupported(
      channel,
      'typing',
      `state ${state} is not possible on ${channel}, which has ${states.join(', ')}.`,
    );
}
