import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/members.ts';

const section = sectionsOf<typeof english>('members');

export const membersTexts = section('members');
