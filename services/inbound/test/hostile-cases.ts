import {
  DEEP_HOLE,
  hostileWebhooks,
  pageBody,
  pageEvent,
  tiktokBody,
  tiktokMessage as ttMessage,
  writeBody,
} from '@parley/testing/hostile/hostile-webhooks';
import { BOT, NUMBER } from './seed-database.ts';
import { bodyOf, changeOf, changeValue, messagesBody, statusesBody, textMessage, wamid } from './wa-bodies.ts';

export const PAGE = '1001';
export const IG = '2002';
export const OPEN_ID = 'open-3003';
const LONG = 'x'.repeat(1_000_000);
const ACCOUNTS = { wa: NUMBER, tg: BOT, fb: PAGE, ig: IG, tt: OPEN_ID } as const;

/** Deliver a body, signed; a text byte for byte. */
export interface Senders {
  meta(raw: string): Promise<unknown>;
  tg(update: unknown): Promise<unknown>;
  tt(body: unknown): Promise<unknown>;
}
type Send = () => Promise<unknown>;

let lastUpdateId = 0;
export const nextUpdateId = (): number => ++lastUpdateId;

export const pageMessage = (object: 'page' | 'instagram', id: string, message: Record<string, unknown>, event = {}) =>
  pageBody(object, id, [pageEvent(id, message, event)]);
/** A webhook with one comment on a post of the page. */
export const feed = (value: Record<string, unknown>) => ({
  object: 'page',
  entry: [
    {
      id: PAGE,
      time: 1_772_000_000,
      changes: [
        {
          field: 'feed',
          value: {
            item: 'comment',
            verb: 'add',
            post_id: `${PAGE}_5`,
            parent_id: `${PAGE}_5`,
            from: { id: '88', name: 'Jane' },
            ...value,
          },
        },
      ],
    },
  ],
});
export const tiktok = (content: unknown, event?: string) => tiktokBody(OPEN_ID, content, event);
export const wa = (...messages: unknown[]) => bodyOf(changeOf(changeValue({ messages })));
/** Two faults at once: deep nesting, and no text. */
export const location = {
  type: 'location',
  text: undefined,
  location: { latitude: 1, longitude: 2, extra: DEEP_HOLE },
};

/** Every kind of hostile content in the format of every channel, then the cases of single channels. */
export function makeHostileCases({ meta, tg, tt }: Senders): [channel: string, what: string, send: Send][] {
  const post = (body: unknown): Promise<unknown> => meta(writeBody(body));
  return [
    ...(['wa', 'tg', 'fb', 'ig', 'tt'] as const).flatMap((channel) =>
      hostileWebhooks(channel, ACCOUNTS[channel]).map(({ what, raw }): [string, string, Send] => [
        channel,
        what,
        async () => ({ wa: meta, fb: meta, ig: meta, tg, tt })[channel](raw()),
      ]),
    ),
    [
      'wa',
      'a text that is nested without end',
      () => post(wa({ ...textMessage('1555', ''), text: { body: DEEP_HOLE } })),
    ],
    [
      'wa',
      'a body that is nested without end',
      () => post({ object: 'whatsapp_business_account', entry: [DEEP_HOLE] }),
    ],
    ['wa', 'a body that is nothing but nesting', () => post(DEEP_HOLE)],
    ['wa', 'NUL within nesting without end', () => post(wa({ ...textMessage('1555', 'a\u0000'), ...location }))],
    ['wa', 'a time that is a word', () => post(messagesBody('A', textMessage('1555', 'when', { timestamp: 'now' })))],
    [
      'wa',
      'a kind that nobody knows',
      () => post(wa({ ...textMessage('1555', 'x'), type: 'hologram', hologram: { a: DEEP_HOLE } })),
    ],
    ['wa', 'a kind with a name of a megabyte', () => post(wa({ ...textMessage('1555', 'x'), type: LONG }))],
    [
      'wa',
      'a status beyond the year 9999',
      () => post(statusesBody({ id: wamid(), status: 'read', timestamp: '9e15', recipient_id: '1' })),
    ],
    [
      'wa',
      'a status with an error of a megabyte',
      () =>
        post(
          statusesBody({
            id: wamid(),
            status: 'failed',
            timestamp: '1772000000',
            recipient_id: '1',
            errors: [{ code: '\u0000', title: LONG }],
          }),
        ),
    ],
    [
      'wa',
      'a reaction without bounds',
      () => post(wa({ ...textMessage('1555', ''), type: 'reaction', reaction: { message_id: LONG, emoji: LONG } })),
    ],
    ['wa', 'a field that nobody knows', () => post(bodyOf(changeOf(changeValue({ x: DEEP_HOLE }), 'new_field')))],
    [
      'wa',
      '500 contacts',
      () =>
        post(
          wa({
            ...textMessage('1555', ''),
            type: 'contacts',
            contacts: Array.from({ length: 500 }, () => ({ name: { formatted_name: '\u0000' } })),
          }),
        ),
    ],
    [
      'tg',
      'numbers that are none',
      () => tg({ update_id: 'x', message: { message_id: 1e300, date: 'x', chat: { id: '5' }, text: 7 } }),
    ],
    [
      'tg',
      'a file of an impossible size',
      () =>
        tg({
          update_id: nextUpdateId(),
          message: {
            message_id: 12,
            date: 1_772_000_000,
            chat: { id: 5, type: 'private' },
            document: { file_id: 'f', file_size: 1e300, file_name: LONG },
          },
        }),
    ],
    [
      'tg',
      'a contact with NUL',
      () =>
        tg({
          update_id: nextUpdateId(),
          message: {
            message_id: 13,
            date: 1_772_000_000,
            chat: { id: 5, type: 'private' },
            contact: { first_name: '\u0000\ud83d' },
          },
        }),
    ],
    ['tg', 'a kind that nobody knows', () => tg({ update_id: nextUpdateId(), hologram: LONG })],
    [
      'fb',
      'a watermark beyond the year 9999',
      () => post(pageMessage('page', PAGE, {}, { message: undefined, read: { watermark: 9e17 } })),
    ],
    [
      'fb',
      '1000 attachments',
      () =>
        post(
          pageMessage('page', PAGE, {
            mid: 'm_many',
            attachments: Array.from({ length: 1000 }, () => ({
              type: 'image',
              payload: { url: 'https://x.example/1' },
            })),
          }),
        ),
    ],
    [
      'fb',
      'a comment beyond the year 9999',
      () => post(feed({ comment_id: `5_${Math.random()}`, message: 'late', created_time: 300_000_000_000 })),
    ],
    [
      'fb',
      'a comment before the epoch',
      () => post(feed({ comment_id: `5_${Math.random()}`, message: 'early', created_time: -5 })),
    ],
    [
      'fb',
      'a comment of a megabyte by nobody',
      () => post(feed({ comment_id: LONG, message: LONG, created_time: '1772000000', from: { id: LONG, name: LONG } })),
    ],
    [
      'fb',
      'a comment that is nested without end',
      () => post(feed({ comment_id: DEEP_HOLE, message: DEEP_HOLE, created_time: DEEP_HOLE })),
    ],
    [
      'ig',
      'a share that is nested without end',
      () =>
        post(pageMessage('instagram', IG, { mid: 'm_igdeep', attachments: [{ type: 'share', payload: DEEP_HOLE }] })),
    ],
    [
      'ig',
      'a reaction without bounds',
      () =>
        post(
          pageMessage(
            'instagram',
            IG,
            {},
            { message: undefined, reaction: { mid: LONG, action: 'react', emoji: LONG } },
          ),
        ),
    ],
    [
      'ig',
      'an edit at no time',
      () =>
        post(
          pageMessage(
            'instagram',
            IG,
            {},
            { message: undefined, timestamp: '9e300', message_edit: { mid: 'x', text: LONG, num_edit: '1' } },
          ),
        ),
    ],
    [
      'ig',
      'a comment at no time',
      () =>
        post({
          object: 'instagram',
          entry: [{ id: IG, time: 9e17, changes: [{ field: 'comments', value: { id: 1e300, text: 7, from: [] } }] }],
        }),
    ],
    [
      'tt',
      'a megabyte of quotes',
      () => tt(tiktok(ttMessage({ text: { body: `1234567890123456${'\\"'.repeat(300_000)}` } }))),
    ],
    [
      'tt',
      'a comment with impossible numbers',
      () =>
        tt(
          tiktok(
            { comment_id: 9e300, video_id: -1, comment_action: 'insert', timestamp: 9e17, text: '\u0000' },
            'comment.update',
          ),
        ),
    ],
    ['tt', 'an event that nobody knows', () => tt(tiktok({ x: LONG }, LONG))],
  ];
}
