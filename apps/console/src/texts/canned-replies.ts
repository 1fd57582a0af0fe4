import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/canned-replies.ts';

const section = sectionsOf<typeof english>('canned-replies');

export const cannedRepliesTexts = section('cannedReplies');
