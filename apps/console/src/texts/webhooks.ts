import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/webhooks.ts';

const section = sectionsOf<typeof english>('webhooks');

export const webhooksTexts = section('webhooks');
