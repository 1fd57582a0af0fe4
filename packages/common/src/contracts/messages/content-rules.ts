import type { z } from 'zod';
import { missingField, whenObject } from '../when-object.ts';

/** Contents that no other content may accompany. */
const ALONE = ['template', 'location', 'contacts', 'poll', 'post'] as const;
/** Members that a template send ignores, as it always did. */
const IGNORED_WITH_TEMPLATE = ['message', 'media_url', 'media_type', 'upload_id', 'filename'] as const;
const CONFLICTING = [...ALONE, ...IGNORED_WITH_TEMPLATE, 'buttons', 'list', 'mentions'] as const;

/** The fields that the rules read; each schema has some of them. */
type Content = Partial<Record<(typeof CONFLICTING)[number], unknown>>;

const isGiven = (content: Content, field: keyof Content): boolean => content[field] !== undefined;

/** The field that must not accompany the others; null when there is one content. */
function conflictOf(content: Content): keyof Content | null {
  const alone = ALONE.find((field) => isGiven(content, field));
  if (alone) {
    const isAllowed = (field: keyof Content): boolean =>
      field === alone || (alone === 'template' && IGNORED_WITH_TEMPLATE.some((ignored) => ignored === field));
    return CONFLICTING.find((field) => isGiven(content, field) && !isAllowed(field)) ?? null;
  }
  const others = ['buttons', 'media_url', 'upload_id'] as const;
  return isGiven(content, 'list') && others.some((field) => isGiven(content, field)) ? 'list' : null;
}

const hasContent = (content: Content): boolean =>
  ALONE.some((field) => isGiven(content, field)) || isGiven(content, 'message');

/** A file needs no text, unless buttons are below the text. */
const mayLackText = (content: Content): boolean =>
  (isGiven(content, 'media_url') || isGiven(content, 'upload_id')) && !isGiven(content, 'buttons');

/** Exactly one content is given (docs/reference/sends.md#content). */
export function withContentRules<Schema extends z.ZodObject>(schema: Schema): Schema {
  const required = schema.refine(
    (content: Content) => hasContent(content) || mayLackText(content),
    missingField('message', 'message is required.'),
  );
  return CONFLICTING.reduce(
    (checked, field) =>
      checked.refine((content: Content) => conflictOf(content) !== field, {
        path: [field],
        message:
          'must be left out: a send is either a text, with or without a file and buttons, a text with a list, or a template, location, contacts, poll or post alone',
        when: whenObject,
      }),
    required,
  );
}
