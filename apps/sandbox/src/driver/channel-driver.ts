import type { z } from 'zod';
import type { CallbackOutcome } from '../callbacks/callback-sender.ts';
import type { CustomerMessages } from '../customers/customer-message.ts';
import type { CustomerFacts, CustomerReaction } from '../customers/customer-routes.ts';
import type { Fault, FaultProvider } from '../faults/define-fault.ts';
import type { CommentInput } from '../providers/graph/control/comment-routes.ts';
import type { TiktokCommentInput } from '../providers/tiktok/control/comment-control-routes.ts';
import type { PersonMessage, PersonReaction } from '../providers/tiktok/control/person-acts.ts';
import type { PersonFacts } from '../providers/tiktok/control/person-routes.ts';
import type { CallControl } from './call-control.ts';

/** A message of a simulated person on a channel; `account` names the business account, the first one when absent. */
export type MessageOn<Channel extends FaultProvider> = Channel extends 'tt'
  ? z.input<typeof PersonMessage>
  : z.input<typeof CustomerMessages>;
/** A message of a simulated person on any of the channels. */
export type AnyMessage = MessageOn<FaultProvider>;
/** A reaction of a simulated person on a channel. */
export type ReactionOn<Channel extends FaultProvider> = Channel extends 'tt'
  ? z.input<typeof PersonReaction>
  : z.input<typeof CustomerReaction>;
/** Facts about a simulated person on a channel. */
export type FactsOn<Channel extends FaultProvider> = Channel extends 'tt'
  ? z.input<typeof PersonFacts>
  : z.input<typeof CustomerFacts>;
/**
 * The channels whose account is a public profile: people comment there, and its owner types in the platform's own app.
 */
export type ProfileChannel = 'fb' | 'ig' | 'tt';
/** A comment on a channel, by a person or by the account itself. */
export type CommentOn<Channel extends ProfileChannel> = Channel extends 'tt'
  ? z.input<typeof TiktokCommentInput>
  : z.input<typeof CommentInput>;

/** The calls that all public profiles share. */
export interface ProfileDriver<Channel extends ProfileChannel> {
  /** A person comments; the webhook follows if the channel has one. */
  customerComments(person: string, comment: CommentOn<Channel>): Promise<WrittenComment>;
  /** The account comments by hand, in the platform's own app. */
  ownerComments(account: string, comment: CommentOn<Channel>): Promise<WrittenComment>;
  /** The owner writes to the person by hand; the echo follows. */
  ownerWrites(person: string, message: MessageOn<Channel>): Promise<ActResult>;
}

/** A comment that was written. */
export interface WrittenComment {
  comment_id: string;
  parent_id: string | null;
  /** fb, ig: the post of the comment. */
  post_id?: string;
  /** tt: the video of the comment. */
  video_id?: string;
  /** The first attempt of each webhook; null if the platform had no reason to call. */
  callbacks: (CallbackOutcome | null)[];
}

type WithoutProvider<Input> = Input extends unknown ? Omit<Input, 'provider'> : never;
/** A fault for the next requests to one provider. */
export type FaultInput = WithoutProvider<z.input<typeof Fault>>;

/** The outcome of a simulated person's act. */
export interface ActResult {
  account: string;
  from: string;
  /** The provider's ids, in the order of the acts. */
  provider_message_ids: string[];
  /** The first of them; empty when there is none. */
  provider_message_id: string;
  /** tt: the conversation that the act belongs to. */
  conversation_id: string | null;
  /** The first attempt of each webhook; null if the provider had no reason to call. */
  callbacks: (CallbackOutcome | null)[];
}

/** The calls that every channel offers: acts of simulated people, and failing requests. */
export interface ChannelDriver<Channel extends FaultProvider> {
  /** A person writes to the business account; resolves when the webhook was attempted once. */
  customerWrites(person: string, message: MessageOn<Channel>): Promise<ActResult>;
  /** A person reacts to a message, or removes a reaction. */
  customerReacts(person: string, reaction: ReactionOn<Channel>): Promise<ActResult>;
  /** Changes a person's facts: identity, reachability, and time of the last message. */
  describeCustomer(person: string, facts: FactsOn<Channel>): Promise<void>;
  /** The next matching requests to this provider fail; returns the fault's id. */
  failNext(fault: FaultInput): Promise<string>;
}

interface ActAnswer {
  account: string;
  from: string;
  provider_message_id?: string;
  provider_message_ids?: string[];
  conversation_id?: string;
  callback?: CallbackOutcome | null;
  callbacks?: (CallbackOutcome | null)[];
}

type CommentAnswer = Omit<WrittenComment, 'callbacks'> & Pick<ActAnswer, 'callback' | 'callbacks'>;

/** The control API's path of a person on a channel. */
export const personPath = (channel: FaultProvider, person: string): string =>
  `/customers/${channel}/${encodeURIComponent(person)}`;

/** Converts an act's answer to the form that all channels share. */
export function toActResult(answer: ActAnswer): ActResult {
  const ids = answer.provider_message_ids ?? (answer.provider_message_id ? [answer.provider_message_id] : []);
  return {
    account: answer.account,
    from: answer.from,
    provider_message_ids: ids,
    provider_message_id: ids[0] ?? '',
    conversation_id: answer.conversation_id ?? null,
    callbacks: answer.callbacks ?? (answer.callback === undefined ? [] : [answer.callback]),
  };
}

/** Makes the calls that public profiles share. */
export function makeProfileDriver<Channel extends ProfileChannel>(
  call: CallControl,
  channel: Channel,
): ProfileDriver<Channel> {
  const write = async (path: string, comment: object): Promise<WrittenComment> => {
    const { callback, callbacks, ...written } = await call<CommentAnswer>('POST', `${path}/comments`, comment);
    return { ...written, callbacks: callbacks ?? [callback ?? null] };
  };
  return {
    customerComments: (person, comment) => write(personPath(channel, person), comment),
    ownerWrites: async (person, message) =>
      toActResult(await call<ActAnswer>('POST', `${personPath(channel, person)}/inbox`, message)),
    ownerComments: (account, comment) => write(`/accounts/${channel}/${encodeURIComponent(account)}`, comment),
  };
}

/** Makes the calls that channels share. */
export function makeChannelDriver<Channel extends FaultProvider>(
  call: CallControl,
  channel: Channel,
): ChannelDriver<Channel> {
  return {
    customerWrites: async (person, message) =>
      toActResult(await call<ActAnswer>('POST', `${personPath(channel, person)}/messages`, message)),
    customerReacts: async (person, reaction) =>
      toActResult(await call<ActAnswer>('POST', `${personPath(channel, person)}/reactions`, reaction)),
    async describeCustomer(person, facts) {
      await call('PUT', personPath(channel, person), facts);
    },
    failNext: async (fault) => (await call<{ id: string }>('POST', '/faults', { provider: channel, ...fault })).id,
  };
}
