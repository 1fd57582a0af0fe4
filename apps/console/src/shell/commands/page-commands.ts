import { useLayoutEffect } from 'react';
import type { Command } from './use-own-commands.ts';

const NONE: readonly Command[] = [];
let offered: readonly Command[] = NONE;

/** Offers commands of the open page in the palette, while the page shows what they are for. */
export function useOfferedCommands(commands: readonly Command[]): void {
  useLayoutEffect(() => {
    offered = commands;
  });
  useLayoutEffect(
    () => () => {
      offered = NONE;
    },
    [],
  );
}

/** The commands of the open page; nothing changes them while the palette is above it. */
export const commandsOfPage = (): readonly Command[] => offered;
