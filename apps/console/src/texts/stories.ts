import { sectionsOf } from '../i18n/load-texts.ts';
import type english from './en/stories.ts';

const section = sectionsOf<typeof english>('stories');

/** Sample texts for development, short and long enough to show how components wrap. */
export const storyTexts = section('story');
