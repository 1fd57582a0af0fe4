import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/credit.ts';

const section = sectionsOf<typeof english>('credit');

export const creditTexts = section('credit');
