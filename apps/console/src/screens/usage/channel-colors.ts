/** Colours of channels in charts: at least 3:1 on the surface of both themes; an unknown channel is grey. */
const COLORS: Readonly<Record<string, string>> = {
  wd: '#0d9488',
  wa: '#16a34a',
  tg: '#0284c7',
  fb: '#6366f1',
  ig: '#db2777',
  tt: '#8b8b95',
};

export const colorOf = (channel: string): string => COLORS[channel] ?? '#8b8b95';
