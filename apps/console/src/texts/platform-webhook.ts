import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/platform-webhook.ts';

const section = sectionsOf<typeof english>('platform-webhook');

export const platformWebhookTexts = section('platformWebhook');
