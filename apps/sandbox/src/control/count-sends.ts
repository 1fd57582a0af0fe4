import type { AcceptedSend } from '../state/accepted-send.ts';

/** Sends that were accepted more than once: by the caller's own id, and by addressee and text. */
export function countSends(sends: AcceptedSend[]) {
  const byCallbackData = new Map<string, number>();
  const byText = new Map<string, number>();
  for (const send of sends) {
    if (send.callback_data !== null) add(byCallbackData, send.callback_data);
    if (send.text !== null) add(byText, `${send.to} ${send.text}`);
  }
  return {
    distinct: { callback_data: byCallbackData.size, to_and_text: byText.size },
    duplicates: { callback_data: repeated(byCallbackData), to_and_text: repeated(byText) },
  };
}

function add(counts: Map<string, number>, key: string) {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function repeated(counts: Map<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].filter(([, count]) => count > 1));
}
