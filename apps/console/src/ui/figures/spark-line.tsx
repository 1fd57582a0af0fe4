const WIDTH = 100;
const HEIGHT = 32;
/** Room for the stroke at the top and the bottom. */
const EDGE = 2;

interface Props {
  /** Oldest first; at least two. */
  values: readonly number[];
  /** Describes the line to people who cannot see it. */
  label: string;
}

/** A line without axes, from zero to the highest value. */
export function SparkLine({ values, label }: Props) {
  const highest = Math.max(...values, 1);
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * WIDTH;
    const y = HEIGHT - EDGE - (value / highest) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(2)},${y.toFixed(2)}`;
  });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-8 w-full text-accent rtl:-scale-x-100"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
