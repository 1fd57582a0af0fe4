/** Meta's limits of a template (docs/reference/wa.md#templates). Lengths in characters. */
export const TEMPLATE_LIMITS = {
  name: 512,
  headerText: 60,
  body: 1024,
  footer: 60,
  example: 1024,
  buttons: 10,
  buttonTitle: 25,
  url: 2000,
  phoneNumber: 20,
  code: 20,
  codeMinutes: 90,
  urlButtons: 2,
  phoneButtons: 1,
  codeButtons: 1,
  /** Bytes of a sample of a header's file; Parley's own limit. */
  sampleBytes: 16 * 1024 * 1024,
} as const;

export const TEMPLATE_CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number];

export const MEDIA_HEADERS = ['image', 'video', 'document'] as const;
export type MediaHeader = (typeof MEDIA_HEADERS)[number];
/** Whether a header of this type is a file. */
export const isMediaHeader = (type: string): boolean => MEDIA_HEADERS.some((media) => media === type);
export const HEADER_TYPES = ['text', ...MEDIA_HEADERS, 'location'] as const;
export type HeaderType = (typeof HEADER_TYPES)[number];

export const TEMPLATE_NAME = /^[a-z0-9_]+$/;
export const TEMPLATE_LANGUAGE = /^[a-z]{2,3}(_[A-Z]{2})?$/;
