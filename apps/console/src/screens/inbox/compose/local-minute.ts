const two = (part: number): string => String(part).padStart(2, '0');

/** The value of a `datetime-local` field: `2026-11-27T09:00`, in the browser's time zone. */
export function localMinute(ms: number): string {
  const at = new Date(ms);
  const day = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
