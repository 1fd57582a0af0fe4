import { type LinkProps, useNavigate } from '@tanstack/react-router';
import { useChange } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { queryClient } from '../query-client.ts';

interface Props {
  slug: string;
  /** Name of the tenant. */
  name: string;
  /** The screen of its workspace that is opened. */
  to?: LinkProps['to'];
}

/** Takes the operator into a tenant's workspace. */
export function ActAsTenant({ slug, name, to = '/' }: Props) {
  const t = useTexts(shellTexts);
  const navigate = useNavigate();
  const act = useChange('act-as-tenant');
  const enter = async (): Promise<void> => {
    await queryClient.resetQueries();
    await navigate({ to });
  };
  return (
    <div className="grid justify-items-end gap-2">
      <Button
        look="primary"
        disabled={act.isPending}
        onClick={() => act.mutate({ slug }, { onSuccess: () => void enter() })}
      >
        {t('act_as', { name })}
      </Button>
      <Problem error={act.error} />
    </div>
  );
}
