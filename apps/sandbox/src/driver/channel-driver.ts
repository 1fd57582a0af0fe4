import type { ActResult, WrittenComment } from '../control/act-answer.ts';
import type { InputOf } from '../control/define-control.ts';
import type { SANDBOX_CONTROLS } from '../control/sandbox-controls.ts';
import type { CUSTOMER_CONTROLS } from '../customers/customer-controls.ts';
import type { FaultProvider } from '../faults/define-fault.ts';
import type { COMMENTER_CONTROLS } from '../providers/graph/control/page-controls.ts';
import type { TIKTOK_CONTROLS } from '../providers/tiktok/control/tiktok-controls.ts';

type Customers = typeof CUSTOMER_CONTROLS;
type Tiktok = typeof TIKTOK_CONTROLS;

/** A message of a simulated person on a channel; `account` names the business account, the first one when absent. */
export type MessageOn<Channel extends FaultProvider> = Channel extends 'tt'
  ? InputOf<Tiktok['customerWrites']>
  : InputOf<Customers['customerWrites']>;
/** A message of a simulated person on any of the channels. */
export type AnyMessage = MessageOn<FaultProvider>;
type ReactionOn<Channel extends FaultProvider> = Channel extends 'tt'
  ? InputOf<Tiktok['customerReacts']>
  : InputOf<Customers['customerReacts']>;
type FactsOn<Channel extends FaultProvider> = Channel extends 'tt'
  ? InputOf<Tiktok['describeCustomer']>
  : InputOf<Customers['describeCustomer']>;
/**
 * The channels whose account is a public profile: people comment there, and its owner types in the platform's own app.
 */
export type ProfileChannel = 'fb' | 'ig' | 'tt';
/** A comment on a channel, by a person or by the account itself. */
export type CommentOn<Channel extends ProfileChannel> = Channel extends 'tt'
  ? InputOf<Tiktok['customerComments']>
  : InputOf<(typeof COMMENTER_CONTROLS)['customerComments']>;

/** A fault for the next requests to a provider. */
export type NextFault = InputOf<(typeof SANDBOX_CONTROLS)['failNext']>;
type WithoutProvider<Input> = Input extends unknown ? Omit<Input, 'provider'> : never;
/** A fault for the next requests to one provider. */
export type FaultInput = WithoutProvider<NextFault>;

/** The calls that every channel offers: acts of simulated people, and failing requests. */
export interface ChannelDriver<Channel extends FaultProvider> {
  /** A person writes to the business account; resolves when the webhook was attempted once. */
  customerWrites(person: string, message: MessageOn<Channel>): Promise<ActResult>;
  /** A person reacts to a message, or removes a reaction. */
  customerReacts(person: string, reaction: ReactionOn<Channel>): Promise<ActResult>;
  /** Changes a person's facts: identity, reachability, and time of the last message. */
  describeCustomer(person: string, facts: FactsOn<Channel>): Promise<unknown>;
  /** The next matching requests to this provider fail; returns the fault's id. */
  failNext(fault: FaultInput): Promise<string>;
}

/** The calls that all public profiles share. */
export interface ProfileDriver<Channel extends ProfileChannel> {
  /** A person comments; the webhook follows if the channel has one. */
  customerComments(person: string, comment: CommentOn<Channel>): Promise<WrittenComment>;
  /** The account comments by hand, in the platform's own app. */
  ownerComments(account: string, comment: CommentOn<Channel>): Promise<WrittenComment>;
  /** The owner writes to the person by hand; the echo follows. */
  ownerWrites(person: string, message: MessageOn<Channel>): Promise<ActResult>;
}
