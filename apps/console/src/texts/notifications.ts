import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/notifications.ts';

const section = sectionsOf<typeof english>('notifications');

export const notificationsTexts = section('notifications');
