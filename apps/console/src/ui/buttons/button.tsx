import type { ComponentProps } from 'react';

const LOOKS = {
  primary: 'bg-accent text-accent-ink hover:opacity-90',
  plain: 'border border-line bg-surface text-ink hover:bg-raised',
  quiet: 'text-ink hover:bg-raised',
  danger: 'border border-bad bg-surface text-bad hover:bg-bad-soft',
} as const;

export const buttonClass = (look: keyof typeof LOOKS): string =>
  `inline-flex min-h-9 items-center justify-center gap-2 rounded-lg px-3 font-medium transition-colors disabled:opacity-60 ${LOOKS[look]}`;

interface Props extends ComponentProps<'button'> {
  look?: keyof typeof LOOKS;
}

export function Button({ look = 'plain', className = '', ...rest }: Props) {
  return <button type="button" className={`${buttonClass(look)} ${className}`} {...rest} />;
}
