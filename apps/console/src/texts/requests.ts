import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/requests.ts';

const section = sectionsOf<typeof english>('requests');

export const requestsTexts = section('requests');
