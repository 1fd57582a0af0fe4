import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/phone.ts';

const section = sectionsOf<typeof english>('phone');

export const phoneTexts = section('phone');
