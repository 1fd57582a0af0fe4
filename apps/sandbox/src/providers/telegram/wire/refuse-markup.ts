import { fieldsOf, listOf } from '../../../http/read-fields.ts';

const MAX_BUTTONS = 100;
const MAX_DATA_BYTES = 64;
/** Members of an inline keyboard's button; the sandbox knows the first two. */
const ACTIONS = [
  'callback_data',
  'url',
  'web_app',
  'login_url',
  'switch_inline_query',
  'switch_inline_query_current_chat',
  'switch_inline_query_chosen_chat',
  'copy_text',
  'callback_game',
  'pay',
];

/** Telegram's reason against the keyboard of a send; null if it is valid. */
export function refuseMarkup(given: unknown): string | null {
  if (given === undefined) return null;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return "can't parse reply keyboard markup JSON object";
  const { inline_keyboard: rows } = fieldsOf(given);
  // Other keyboards than inline ones are not checked.
  if (rows === undefined) return null;
  if (!Array.isArray(rows)) return 'field "inline_keyboard" must be of type Array';
  if (rows.some((row) => !Array.isArray(row))) return 'field "inline_keyboard" must be an Array of Arrays';
  const buttons = rows.flatMap((row) => listOf(row));
  if (buttons.length > MAX_BUTTONS) return 'reply markup is too long';
  return buttons.map(refuseButton).find((reason) => reason !== null) ?? null;
}

function refuseButton(button: Record<string, unknown>): string | null {
  const { text, callback_data: data, url } = button;
  const parsing = (problem: string) => `can't parse inline keyboard button: ${problem}`;
  if (typeof text !== 'string') return parsing('Field "text" must be of type String');
  if (text.trim() === '') return parsing('Text is empty');
  if (!ACTIONS.some((action) => button[action] !== undefined))
    return parsing('Text buttons are unallowed in the inline keyboard');
  if (data !== undefined && typeof data !== 'string') return parsing('Field "callback_data" must be of type String');
  if (data !== undefined && (data === '' || Buffer.byteLength(data) > MAX_DATA_BYTES)) return 'BUTTON_DATA_INVALID';
  if (url === undefined) return null;
  if (typeof url !== 'string') return parsing('Field "url" must be of type String');
  const isValid = URL.canParse(url) && ['http:', 'https:', 'tg:'].includes(new URL(url).protocol);
  return isValid ? null : `inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`;
}
