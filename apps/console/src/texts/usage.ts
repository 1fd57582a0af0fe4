import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/usage.ts';

const section = sectionsOf<typeof english>('usage');

export const usageTexts = section('usage');
