import type { Customer } from '../../../../customers/customer.ts';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { SandboxState } from '../../../../state/sandbox-state.ts';
import type { Comment, GrantedAccount, MetaToken } from '../../state/page.ts';
import { badParameter } from '../graph-error.ts';
import { refuseScope } from './authorize-page-call.ts';
import type { FetchAttachment } from './fetch-attachment.ts';
import { makeMessageId } from './make-message-id.ts';
import { metaError } from './meta-error.ts';
import type { PageMessage, PageSendBody } from './page-send-schema.ts';
import { readPageSend } from './read-page-send.ts';
import { addressOf, attachmentList, refuseContent } from './refuse-content.ts';
import type { PageReceipts } from './schedule-page-receipts.ts';
import { takeSenderAction } from './take-sender-action.ts';

const HOUR_MS = 3_600_000;
const WINDOW_MS = 24 * HOUR_MS;
const HUMAN_AGENT_MS = 7 * 24 * HOUR_MS;
const PRIVATE_REPLY_MS = 7 * 24 * HOUR_MS;

export interface AcceptPageSendDeps {
  state: SandboxState;
  receipts: PageReceipts;
  fetchAttachment: FetchAttachment;
  now: () => number;
  onAccepted(send: { channel: 'fb' | 'ig'; account: string; address: string; text: string | null }): void;
}

/** The recipient of a send, and the comment that it answers privately. */
interface Addressee {
  granted: GrantedAccount;
  customer: Customer;
  comment: Comment | null;
}

/** POST /{page-id}/messages and /{ig-id}/messages: a message, a private reply to a comment, or a sender action. */
export function makeAcceptPageSend(deps: AcceptPageSendDeps) {
  return async (
    asked: GrantedAccount,
    token: MetaToken,
    parameters: Record<string, unknown>,
  ): Promise<ProviderAnswer> => {
    const body = readPageSend(parameters);
    if ('refusal' in body) return body.refusal;
    const addressee = findAddressee(deps, asked, body);
    if ('refusal' in addressee) return addressee.refusal;
    const { granted, customer } = addressee;
    const scope = granted.channel === 'fb' ? 'pages_messaging' : 'instagram_manage_messages';
    const forbidden = refuseScope(token, scope);
    if (forbidden) return forbidden;
    const { message } = body;
    if (!message) return takeSenderAction(deps, granted.channel, customer, body);
    const refusal =
      refuseContent(granted.channel, message) ??
      (addressee.comment ? refusePrivateReply(deps, addressee.comment, message) : refuseReach(deps, addressee, body));
    if (refusal) return refusal;
    const unfetched = await fetchAll(deps, message);
    return unfetched ?? accept(deps, addressee, body, parameters);
  };
}

/** A page's id serves Messenger and Instagram: the recipient of the send decides which one is meant. */
function findAddressee(
  { state }: AcceptPageSendDeps,
  asked: GrantedAccount,
  { recipient }: PageSendBody,
): Addressee | { refusal: ProviderAnswer } {
  const grantedAccounts = grantedAccountsOf(asked);
  if ('comment_id' in recipient) {
    const comment = state.meta.comment(recipient.comment_id);
    const granted = grantedAccounts.find(({ account }) => account === comment?.account);
    if (!comment || !granted || comment.deleted) return { refusal: badParameter('Invalid parameter: comment_id') };
    if (comment.isOwn || comment.personId === null) return { refusal: metaError(10_902) };
    return { granted, customer: state.rememberCustomer(granted.channel, granted.account, comment.personId), comment };
  }
  for (const granted of grantedAccounts) {
    const customer = state.customer(granted.channel, granted.account, recipient.id);
    if (customer) return { granted, customer, comment: null };
  }
  if (state.settings.window === 'enforced') {
    return {
      refusal: asked.channel === 'fb' ? metaError(100, { subcode: 2_018_001 }) : metaError(100, { subcode: 2_534_014 }),
    };
  }
  return {
    granted: asked,
    customer: state.rememberCustomer(asked.channel, asked.account, recipient.id),
    comment: null,
  };
}

function grantedAccountsOf(asked: GrantedAccount): GrantedAccount[] {
  const { page } = asked;
  if (asked.channel === 'ig' || !page.instagram) return [asked];
  return [asked, { channel: 'ig', account: page.instagram.id, page }];
}

function refuseReach(deps: AcceptPageSendDeps, { granted, customer }: Addressee, body: PageSendBody) {
  if (customer.reach !== 'ok') return metaError(551, { subcode: 1_545_041 });
  if (deps.state.settings.window === 'off') return null;
  const isHuman = body.messaging_type === 'MESSAGE_TAG' && body.tag === 'HUMAN_AGENT';
  const lastMs = customer.lastInboundAtMs;
  if (lastMs !== null && deps.now() - lastMs < (isHuman ? HUMAN_AGENT_MS : WINDOW_MS)) return null;
  return metaError(10, { subcode: granted.channel === 'fb' ? 2_018_278 : 2_534_022 });
}

function refusePrivateReply(deps: AcceptPageSendDeps, comment: Comment, message: PageMessage): ProviderAnswer | null {
  if (message.text === undefined && attachmentList(message).some(({ type }) => type !== 'template')) {
    return badParameter('A private reply takes a text or a template');
  }
  if (comment.privateReplyMessageId !== null) {
    // Instagram uses its own subcode for the same refusal.
    return metaError(10_900, comment.channel === 'ig' ? { subcode: 2_534_025, message: ALREADY } : {});
  }
  return deps.now() - comment.atMs > PRIVATE_REPLY_MS ? metaError(10_903) : null;
}

const ALREADY = '(#10900) Activity already replied to';

async function fetchAll(deps: AcceptPageSendDeps, message: PageMessage) {
  if (!deps.state.settings.fetchAttachments) return null;
  for (const attachment of attachmentList(message)) {
    const url = addressOf(attachment);
    const refusal = url === undefined ? null : await deps.fetchAttachment(url);
    if (refusal) return refusal;
  }
  return null;
}

async function accept(
  deps: AcceptPageSendDeps,
  { granted, customer, comment }: Addressee,
  body: PageSendBody,
  parameters: Record<string, unknown>,
): Promise<ProviderAnswer> {
  const { state, receipts, now } = deps;
  const { channel, account } = granted;
  const { message = {} } = body;
  const atMs = now();
  const mid = makeMessageId(channel, account);
  const text = message.text ?? null;
  const metadata = channel === 'fb' ? (message.metadata ?? null) : null;
  if (comment) {
    // The first of two concurrent private replies is accepted.
    if (comment.privateReplyMessageId !== null) return metaError(10_900);
    comment.privateReplyMessageId = mid;
  }
  const { access_token: _, appsecret_proof: __, ...received } = parameters;
  state.sent.push({
    channel,
    account,
    to: customer.address,
    provider_message_id: mid,
    at: new Date(atMs).toISOString(),
    text,
    callback_data: metadata,
    method: 'messages',
    body: received,
  });
  state.meta.newestOutbound.set(`${channel}:${account}:${customer.address}`, { mid, atMs });
  const attachments = attachmentList(message);
  const content = { ...(text === null ? {} : { text }), ...(attachments.length === 0 ? {} : { attachments }) };
  await receipts.add({ granted, to: customer.address, mid, atMs, content, metadata });
  if (!comment) deps.onAccepted({ channel, account, address: customer.address, text });
  const reusable = attachments.find(({ payload }) => payload?.is_reusable === true);
  return {
    status: 200,
    body: {
      recipient_id: customer.address,
      message_id: mid,
      ...(reusable ? { attachment_id: String(atMs) } : {}),
    },
  };
}
