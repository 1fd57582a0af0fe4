import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/stuck-webhooks.ts';

const section = sectionsOf<typeof english>('stuck-webhooks');

export const stuckTexts = section('stuck');
