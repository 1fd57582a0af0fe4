import type { IgnoredItem, NoticeItem, UnknownItem } from '../received/webhook-element.ts';

export const unknown = (reason: string, raw: unknown): UnknownItem => ({ kind: 'unknown', channel: 'tt', reason, raw });

/** Stored unchanged. */
export const notice = (topic: string, raw: unknown): NoticeItem => ({ kind: 'notice', channel: 'tt', topic, raw });

export const ignored = (reason: string): IgnoredItem => ({ kind: 'ignored', reason });
