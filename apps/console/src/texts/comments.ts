import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/comments.ts';

const section = sectionsOf<typeof english>('comments');

export const commentsTexts = section('comments');
