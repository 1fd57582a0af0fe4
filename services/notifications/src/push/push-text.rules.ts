import { cutText } from '@parley/common/clean-text';
import type { PushKind } from './plan-push.rules.ts';

const TITLES = {
  en: { message: 'New message', mention: 'A colleague mentioned you' },
  ar: { message: 'رسالة جديدة', mention: 'أشار إليك أحد الزملاء' },
} as const satisfies Record<string, Record<PushKind, string>>;

/** Push services take about 4 kB. */
const NAME_MAX = 100;

/**
 * The JSON that the console's push worker reads (apps/console/public/push-worker.js). It says neither who wrote nor
 * what: others may see the screen.
 */
export const pushText = ({
  kind,
  conversationId,
  workspace,
  language,
}: {
  kind: PushKind;
  conversationId: number | null;
  workspace: string;
  language: 'en' | 'ar';
}): string =>
  JSON.stringify({
    title: TITLES[language][kind],
    body: cutText(workspace, NAME_MAX),
    language,
    conversationId,
  });
