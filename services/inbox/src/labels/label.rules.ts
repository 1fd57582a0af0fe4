import type { Camel } from '@parley/common/casing/camel';
import type { LabelView } from '@parley/common/contracts/operator/label-fields';
import { AppError } from '@parley/common/errors';
import { normalizeText } from '@parley/common/text/normalize-text';
import type { z } from 'zod';

type LabelAnswer = Camel<z.infer<typeof LabelView>>;

export interface Label {
  labelId: string;
  title: string;
  color: LabelAnswer['color'];
}

/** The spelling in which titles are compared: case, compatibility forms and outer spaces make no difference. */
export const titleKeyOf = (title: string): string => normalizeText(title, 'NFKC').trim().toLowerCase();

/** Throws `label_exists` when another label of the tenant has this title. */
export function checkTitle(labels: readonly Label[], title: string, ownId: string | null): void {
  const key = titleKeyOf(title);
  if (labels.some(({ labelId, title: other }) => labelId !== ownId && titleKeyOf(other) === key))
    throw new AppError('label_exists');
}

export const toLabelAnswer = ({ labelId, title, color }: Label): LabelAnswer => ({ id: labelId, title, color });
