import { Bot, Code, Smartphone } from 'lucide-react';
import { colourOf, initialsOf } from './initials.ts';

/** White text on each has a contrast of at least 4.5, in both themes. */
const COLOURS = [
  'bg-[#0f766e]',
  'bg-[#1d4ed8]',
  'bg-[#7c3aed]',
  'bg-[#be185d]',
  'bg-[#b45309]',
  'bg-[#15803d]',
  'bg-[#b91c1c]',
  'bg-[#475569]',
] as const;

const ICONS = { bot: Bot, api: Code, phone: Smartphone } as const;

/** A sender who is a program or a phone. */
export type AvatarIcon = keyof typeof ICONS;

/** The initials of a name in a colour derived from `seed`, or an icon; the name itself is shown next to it. */
export function Avatar({ name, seed, icon }: { name: string; seed: string; icon?: AvatarIcon | undefined }) {
  const Icon = icon && ICONS[icon];
  return (
    <span
      aria-hidden
      className={`grid size-7 shrink-0 place-items-center rounded-full text-xs font-semibold text-white ${COLOURS[colourOf(seed, COLOURS.length)]}`}
    >
      {Icon ? <Icon className="size-4" /> : initialsOf(name)}
    </span>
  );
}
