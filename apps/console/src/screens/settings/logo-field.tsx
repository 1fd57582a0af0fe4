import { useRef, useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useWorkspaceLogo } from '../../shell/session/use-workspace-logo.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { WorkspaceLogo } from '../../ui/marks/workspace-logo.tsx';
import { Problem } from '../../ui/problems/problem.tsx';

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

/** Twice the size at which it is shown largest, so that it is sharp on any screen. */
const SIDE = 128;

/** The data of a data URL. */
const afterComma = (url: string): string => url.slice(url.indexOf(',') + 1);

/**
 * A picture in a square PNG, centred, as base64: whatever file was chosen, only its pixels leave the browser. Throws where
 * the file is no picture.
 */
async function shrinkPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const scale = SIDE / Math.max(picture.width, picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  canvas.getContext('2d')?.drawImage(picture, (SIDE - width) / 2, (SIDE - height) / 2, width, height);
  picture.close();
  return afterComma(canvas.toDataURL('image/png'));
}
