import { useRef, useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useWorkspaceLogo } from '../../shell/use-workspace-logo.ts';
import { Button } from '../../ui/button.tsx';
import { Problem } from '../../ui/problem.tsx';
import { WorkspaceLogo } from '../../ui/workspace-logo.tsx';
import { shrinkPicture } from './shrink-picture.ts';
import { settingsTexts } from './texts.ts';

/** The logo of the workspace: chosen from the files of the browser, and saved at once. */
export function LogoField({ settings: { name, logo_version: version } }: { settings: OutputOf<'get-workspace'> }) {
  const t = useTexts(settingsTexts);
  const input = useRef<HTMLInputElement>(null);
  const image = useWorkspaceLogo(version);
  const [isRefused, setRefused] = useState(false);
  const change = useChange('update-workspace', { refreshes: ['get-workspace', 'me'] });
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const logo = await shrinkPicture(file).catch(() => null);
    setRefused(logo === null);
    if (logo !== null) change.mutate({ logo });
  };
  return (
    <div className="grid gap-1">
      <p className="font-medium">{t('logo')}</p>
      <div className="flex flex-wrap items-center gap-3">
        <WorkspaceLogo name={name} image={image} />
        <Button disabled={change.isPending} onClick={() => input.current?.click()}>
          {t('choose_logo')}
        </Button>
        {version !== null && (
          <Button disabled={change.isPending} onClick={() => change.mutate({ logo: null })}>
            {t('remove_logo')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept="image/*"
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            // Lets the same file be chosen again.
            currentTarget.value = '';
          }}
        />
      </div>
      {isRefused && (
        <p role="alert" className="text-sm text-bad">
          {t('no_picture')}
        </p>
      )}
      <Problem error={change.error} />
    </div>
  );
}
