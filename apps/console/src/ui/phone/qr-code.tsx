import { useMemo } from 'react';
import { encode } from 'uqr';

/** A QR code on white, whatever the theme: cameras look for dark on light. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { border: 4 });
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: squares.join('') };
  }, [text]);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-56 rounded-lg bg-white">
      <title>{label}</title>
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
