/** The illustration of an empty list: a stack of three cards. */
export const EmptyPicture = () => (
  <svg aria-hidden viewBox="0 0 160 96" fill="none" className="h-24 w-40">
    <rect x="26" y="8" width="108" height="40" rx="8" className="fill-raised" />
    <rect x="18" y="22" width="124" height="40" rx="8" className="fill-surface stroke-line" />
    <rect x="10" y="38" width="140" height="48" rx="8" className="fill-surface stroke-line" />
    <circle cx="34" cy="62" r="11" className="fill-accent-soft" />
    <path d="m29.500 62.500 3.200 3.200 6-6.400" strokeWidth="2" strokeLinecap="round" className="stroke-accent" />
    <rect x="54" y="53" width="56" height="6" rx="3" className="fill-line" />
    <rect x="54" y="65" width="80" height="6" rx="3" className="fill-raised" />
  </svg>
);
