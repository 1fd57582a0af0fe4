import type { InboundItem } from '../received/inbound-item.ts';
import type { IgnoredItem } from '../received/webhook-element.ts';

export const unknown = (reason: string, raw: unknown): InboundItem => ({ kind: 'unknown', channel: 'tg', reason, raw });

/** Stored unchanged. */
export const notice = (topic: string, raw: unknown): InboundItem => ({ kind: 'notice', channel: 'tg', topic, raw });

export const ignored = (reason: string): IgnoredItem => ({ kind: 'ignored', reason });
