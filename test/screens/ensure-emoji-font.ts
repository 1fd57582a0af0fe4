import { ensureProgram } from '@parley/testing/programs/ensure-program';

/** Installs a font with emoji, which Debian's default fonts lack. */
export const ensureEmojiFont = (): Promise<string> =>
  ensureProgram({
    name: 'a font with emoji',
    checks: [['sh', '-c', 'fc-list | grep -q NotoColorEmoji']],
    packages: ['fontconfig', 'fonts-noto-color-emoji'],
  });
