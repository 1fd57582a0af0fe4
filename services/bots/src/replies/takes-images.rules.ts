import type { AiProvider } from '@parley/common/ai-providers';

/** Text-only models by the prefix of their names; every newer one takes images. */
const BLIND: Readonly<Record<AiProvider, RegExp>> = {
  openai: /^(gpt-3\.5|gpt-4($|-0|-1106|-32k)|o1-mini|o1-preview|o3-mini|gpt-oss)/,
  anthropic: /^claude-(1|2|instant)/,
  google: /^(gemini-1\.0-pro($|-0)|gemma-(1|2|3-1b)|text-)/,
};
/** Image types that all three providers accept. */
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

/** Whether a model accepts images. */
export const takesImages = (provider: AiProvider, model: string): boolean => !BLIND[provider].test(model);

/** The image type for providers; null for any other file. */
export function imageTypeOf(mimeType: string): string | null {
  const [type = ''] = mimeType.toLowerCase().split(';', 1);
  return IMAGE_TYPES.has(type.trim()) ? type.trim() : null;
}
