import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/search.ts';

const section = sectionsOf<typeof english>('search');

export const searchTexts = section('search');
