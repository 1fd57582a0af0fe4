import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/labels.ts';

const section = sectionsOf<typeof english>('labels');

export const labelsTexts = section('labels');
