import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react';

const STORED_AS = 'parley.theme';
const DARK = '(prefers-color-scheme: dark)';

export type Theme = 'light' | 'dark';

const ThemeContext = createContext<{ theme: Theme; setTheme(theme: Theme): void }>({
  theme: 'light',
  setTheme: () => {},
});

function firstTheme(): Theme {
  const stored = localStorage.getItem(STORED_AS);
  if (stored === 'light' || stored === 'dark') return stored;
  return matchMedia(DARK).matches ? 'dark' : 'light';
}

/** The theme chosen in this browser, else that of the system. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState(firstTheme);
  // Before the page is painted, which would otherwise flash in the other theme.
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const choice = useMemo(
    () => ({
      theme,
      setTheme: (chosen: Theme) => {
        localStorage.setItem(STORED_AS, chosen);
        setTheme(chosen);
      },
    }),
    [theme],
  );
  return <ThemeContext value={choice}>{children}</ThemeContext>;
}

export const useTheme = () => useContext(ThemeContext);
