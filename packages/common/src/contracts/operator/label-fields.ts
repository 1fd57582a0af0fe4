import { z } from 'zod';
import { areDistinct, title } from '../../fields.ts';
import { LABEL_COLORS, LABEL_TITLE_MAX } from '../../workspace/label-limits.ts';

/** Maximum number of labels that one change adds to a conversation, or removes. */
const LABELS_AT_ONCE = 20;
export const LabelColor = z.enum(LABEL_COLORS);

export const LabelId = z.string().regex(/^lbl_[0-9a-z]{10,40}$/, 'must be the id of a label (lbl_…)');

export const LabelTitle = title(LABEL_TITLE_MAX);

export const LabelView = z.object({ id: z.string(), title: z.string(), color: LabelColor });

/** Labels that a change adds or removes. */
export const ChangedLabels = z.array(LabelId).min(1).max(LABELS_AT_ONCE).refine(areDistinct, 'must not repeat a label');
