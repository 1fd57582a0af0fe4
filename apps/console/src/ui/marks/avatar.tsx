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

const SIZES = {
  small: 'size-5 text-[0.625rem]',
  medium: 'size-7 text-xs',
  large: 'size-9 text-sm',
  huge: 'size-16 text-xl',
} as const;

interface Props {
  name: string;
  seed: string;
  icon?: AvatarIcon | undefined;
  size?: keyof typeof SIZES;
  /** Covers the initials. */
  picture?: { mime_type: string; data: string } | null;
}

/** The initials of a name in a colour derived from `seed`, an icon, or a picture; the name itself is shown next to it. */
export function Avatar({ name, seed, icon, size = 'medium', picture = null }: Props) {
  const Icon = icon && ICONS[icon];
  return (
    <span
      aria-hidden
      className={`relative grid shrink-0 place-items-center overflow-hidden rounded-full font-semibold text-white ${SIZES[size]} ${COLOURS[colourOf(seed, COLOURS.length)]}`}
    >
      {Icon ? <Icon className="size-4" /> : initialsOf(name)}
      {/* A broken picture shows nothing, and so the initials below it. */}
      {picture && (
        <img
          src={`data:${picture.mime_type};base64,${picture.data}`}
          alt=""
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}
