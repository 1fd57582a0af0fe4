/** Maximum number of labels of a workspace. */
export const LABELS_MAX = 200;
/** Maximum length of a label's title, in characters. */
export const LABEL_TITLE_MAX = 40;

export const LABEL_COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const;
export type LabelColor = (typeof LABEL_COLORS)[number];
