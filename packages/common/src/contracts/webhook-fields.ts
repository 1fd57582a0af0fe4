import { z } from 'zod';
import { EVENT_TYPES } from '../events/event-types.ts';
import { EventType } from '../events.ts';
import { areDistinct, line } from '../fields.ts';

const URL_MAX = 2048;

/** The webhook address of a key. */
export const WebhookUrl = line(URL_MAX).nullable().describe('https address that gets the events; null for none');

/** The events that a key subscribes to. */
export const SubscribedEvents = z
  .array(EventType)
  .max(EVENT_TYPES.length)
  .refine(areDistinct, 'must not repeat an event');
