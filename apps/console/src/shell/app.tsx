import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { LanguageProvider } from '../i18n/language-context.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { LateLayers } from './late-layers.tsx';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';
import { ThemeProvider } from './theme-context.tsx';

export function App() {
  return (
    <CSPProvider disableStyleElements>
      <ThemeProvider>
        <LanguageProvider>
          <QueryClientProvider client={queryClient}>
            <ConnectionBanner />
            <RouterProvider router={router} />
            <LateLayers />
          </QueryClientProvider>
        </LanguageProvider>
      </ThemeProvider>
    </CSPProvider>
  );
}
