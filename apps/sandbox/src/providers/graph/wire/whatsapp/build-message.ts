import { createHash } from 'node:crypto';
import type { Customer } from '../../../../customers/customer.ts';
import type { CustomerMessage } from '../../../../customers/customer-message.ts';
import { mediaOf } from '../../../../media/default-media.ts';
import type { MediaFile, SandboxState } from '../../../../state/sandbox-state.ts';
import type { PhoneNumber } from '../../state/business-account.ts';
import { makeWamid } from './make-wamid.ts';

/** One element of `messages`, in the platform's form. */
export function buildMessage(
  state: SandboxState,
  number: PhoneNumber,
  customer: Customer,
  message: CustomerMessage,
  nowMs: number,
): Record<string, unknown> {
  const atMs = message.at === undefined ? nowMs : Date.parse(message.at);
  const context = contextOf(number, message);
  return {
    ...(context ? { context } : {}),
    ...(customer.hideNumber ? {} : { from: customer.address }),
    ...(customer.userId === null ? {} : { from_user_id: customer.userId }),
    id: message.provider_message_id ?? makeWamid(customer.address, 'inbound'),
    timestamp: String(Math.floor(atMs / 1000)),
    ...contentOf(state, customer, message),
  };
}

/** A customer's element of `contacts`. */
export function buildContact(customer: Customer): Record<string, unknown> {
  return {
    profile: {
      ...(customer.name === null ? {} : { name: customer.name }),
      ...(customer.username === null ? {} : { username: customer.username }),
    },
    ...(customer.hideNumber ? {} : { wa_id: customer.address }),
    ...(customer.userId === null ? {} : { user_id: customer.userId }),
  };
}

function contextOf(number: PhoneNumber, message: CustomerMessage) {
  if (message.forwarded) return { forwarded: true };
  return message.reply_to === undefined ? null : { from: number.number, id: message.reply_to };
}

function contentOf(state: SandboxState, customer: Customer, message: CustomerMessage): Record<string, unknown> {
  const media = mediaOf(state, message);
  if (media) return mediaContent(message, media);
  const text = message.text ?? '';
  const payload = message.payload ?? text;
  switch (message.type) {
    case 'text':
      return { type: 'text', text: { body: text } };
    case 'location':
      return { location: message.location ?? { latitude: 37.44, longitude: -122.16 }, type: 'location' };
    case 'contact':
      return { type: 'contacts', contacts: [contactCard(message)] };
    case 'button':
      return { type: 'button', button: { payload, text } };
    case 'button_reply':
    case 'callback':
      return interactive('button_reply', { id: payload, title: text });
    case 'list_reply': {
      const { description } = message;
      return interactive('list_reply', {
        id: payload,
        title: text,
        ...(description === undefined ? {} : { description }),
      });
    }
    case 'reaction':
      return { type: 'reaction', reaction: { message_id: message.target ?? '', emoji: message.emoji ?? '' } };
    case 'edited':
      return {
        type: 'edit',
        edit: { original_message_id: message.target ?? '', message: { type: 'text', text: { body: text } } },
      };
    case 'revoked':
      return { type: 'revoke', revoke: { original_message_id: message.target ?? '' } };
    case 'order':
      return {
        type: 'order',
        order: {
          catalog_id: '354160437058781',
          text,
          product_items: [{ product_retailer_id: 'SKU1', quantity: 1, item_price: 30, currency: 'USD' }],
        },
      };
    case 'request_welcome':
      return { type: 'request_welcome' };
    case 'number_changed':
      return systemMessage(customer, payload);
    default:
      return unsupported();
  }
}

function interactive(kind: 'button_reply' | 'list_reply', reply: Record<string, unknown>) {
  return { type: 'interactive', interactive: { type: kind, [kind]: reply } };
}

function systemMessage(customer: Customer, newId: string) {
  const body = `User ${customer.name ?? ''} changed from ${customer.address} to ${newId}`;
  return { system: { body, wa_id: newId, type: 'user_changed_number' }, type: 'system' };
}

function unsupported() {
  const title = 'Message type unknown';
  const error = {
    code: 131051,
    title,
    message: title,
    error_data: { details: 'Message type is currently not supported.' },
  };
  return { errors: [error], type: 'unsupported' };
}

function contactCard(message: CustomerMessage) {
  const { name, phone } = message.contact ?? { name: 'Lucía Gómez', phone: '+1 (983) 555-2319' };
  const [first, ...rest] = name.split(' ');
  return {
    name: { first_name: first, ...(rest.length > 0 ? { last_name: rest.join(' ') } : {}), formatted_name: name },
    phones: [{ phone, wa_id: phone.replace(/\D/g, ''), type: 'MOBILE' }],
  };
}

function mediaContent(message: CustomerMessage, media: MediaFile): Record<string, unknown> {
  const type =
    message.type === 'voice'
      ? 'audio'
      : message.type === 'animation' || message.type === 'video_note'
        ? 'video'
        : message.type;
  const captioned = type === 'image' || type === 'video' || type === 'document';
  return {
    type,
    [type]: {
      ...(captioned && message.text !== undefined ? { caption: message.text } : {}),
      ...(type === 'document' && media.filename !== null ? { filename: media.filename } : {}),
      mime_type: media.mimeType,
      sha256: createHash('sha256').update(media.bytes).digest('base64'),
      id: media.id,
      ...(type === 'audio' ? { voice: message.type === 'voice' } : {}),
      ...(type === 'sticker' ? { animated: false } : {}),
    },
  };
}
