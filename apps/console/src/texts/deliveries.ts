import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/deliveries.ts';

const section = sectionsOf<typeof english>('deliveries');

/** Texts shared by all webhooks and their deliveries. */
export const webhookTexts = section('webhook');
