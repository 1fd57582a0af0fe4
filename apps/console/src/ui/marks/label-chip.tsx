const COLORS = {
  gray: 'bg-[#64748b]',
  red: 'bg-[#dc2626]',
  orange: 'bg-[#ea580c]',
  yellow: 'bg-[#ca8a04]',
  green: 'bg-[#16a34a]',
  teal: 'bg-[#0d9488]',
  blue: 'bg-[#2563eb]',
  purple: 'bg-[#9333ea]',
  pink: 'bg-[#db2777]',
} as const;

/** The color of a label; its title is shown next to it. */
export const LabelDot = ({ color }: { color: keyof typeof COLORS }) => (
  <span aria-hidden className={`size-2.5 shrink-0 rounded-full ${COLORS[color]}`} />
);

interface Props {
  title: string;
  color: keyof typeof COLORS;
  /** Its greatest width, as a class. */
  width?: string;
}

/** A label of a conversation. */
export const LabelChip = ({ title, color, width = 'max-w-48' }: Props) => (
  <span
    title={title}
    className={`inline-flex min-w-0 items-center gap-1 rounded-full border border-line bg-surface px-1.5 text-xs text-ink ${width}`}
  >
    <LabelDot color={color} />
    <bdi className="truncate">{title}</bdi>
  </span>
);
