import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/teams.ts';

const section = sectionsOf<typeof english>('teams');

export const teamsTexts = section('teams');
