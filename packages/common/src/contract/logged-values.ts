import { z } from 'zod';
import { Channel } from '../channels.ts';
import { MessageRef } from '../fields.ts';

/** Forms of values that the request log keeps of several actions (docs/reference/logged-fields.md#request-log). */
export const MediaType = z.string().regex(/^(image|video|audio|document|application|text)(\/[\w.+-]{1,60})?$/);
/** A template name by Meta's rules: excludes phone numbers and sentences. */
export const TemplateName = z.string().regex(/^[a-z][a-z0-9_]{0,511}$/);
export const TemplateLanguage = z.string().regex(/^[a-z]{2,3}([_-][A-Za-z]{2,4})?$/);
export const LoggedLimit = z.int().min(0).max(1000);

export const ON_TEMPLATE = { channel: Channel, name: TemplateName, language: TemplateLanguage };
export const ON_MESSAGE = { channel: Channel, message_id: MessageRef };
