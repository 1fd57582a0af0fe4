import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/templates.ts';

const section = sectionsOf<typeof english>('templates');

export const templatesTexts = section('templates');
