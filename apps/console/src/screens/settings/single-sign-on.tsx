import { useState } from 'react';
import type { OutputOf } from '../../api/operations.ts';
import { usePublicOrigin } from '../../api/use-deployment.ts';
import { useChange, useOperation } from '../../api/use-operations.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { issuerTexts } from '../../texts/settings.ts';
import { uiTexts } from '../../texts/shell.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyBlock } from '../../ui/buttons/copy-block.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { TextArea } from '../../ui/fields/field.tsx';
import { ChoiceField, LineField, SecretField, UrlField } from '../../ui/fields/kinds-of-field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { linesOf, optional, textOf } from '../../ui/forms/form-values.ts';
import { Card } from '../../ui/page/card.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Problem } from '../../ui/problems/problem.tsx';
import { notify } from '../../ui/problems/toast.ts';

type Held = OutputOf<'get-single-sign-on'> | null;

const ROLES = ['no_new_members', 'agent', 'developer', 'by_claim'] as const;
const CLAIM_MAX = 200;
const CLIENT_ID_MAX = 512;

const roleClaimOf = (form: FormData) => ({
  name: textOf(form, 'claim'),
  agent: linesOf(textOf(form, 'agent_values')),
  developer: linesOf(textOf(form, 'developer_values')),
});

/** The claim that decides the roles of every member but owners. */
function RoleClaimFields({ held }: { held: NonNullable<Held>['role_claim'] }) {
  const t = useTexts(issuerTexts);
  return (
    <>
      <LineField
        label={t('claim')}
        hint={t('claim_hint')}
        name="claim"
        dir="ltr"
        maxLength={CLAIM_MAX}
        defaultValue={held?.name}
      />
      {(['agent', 'developer'] as const).map((role) => (
        <TextArea
          key={role}
          label={t(`${role}_values`)}
          hint={t('values_hint')}
          name={`${role}_values`}
          dir="ltr"
          rows={2}
          defaultValue={held?.[role].join('\n')}
        />
      ))}
    </>
  );
}

function IssuerForm({ held }: { held: Held }) {
  const t = useTexts(issuerTexts);
  const ui = useTexts(uiTexts);
  const [role, setRole] = useState<(typeof ROLES)[number]>(
    held?.role_claim ? 'by_claim' : (held?.new_member_role ?? 'no_new_members'),
  );
  const set = useChange('set-single-sign-on', { refreshes: ['get-single-sign-on'] });
  const submit = (form: FormData): void =>
    set.mutate(
      {
        issuer: textOf(form, 'issuer'),
        client_id: textOf(form, 'client_id'),
        ...optional('client_secret', textOf(form, 'client_secret')),
        domains: linesOf(textOf(form, 'domains').toLowerCase()),
        new_member_role: role === 'agent' || role === 'developer' ? role : null,
        role_claim: role === 'by_claim' ? roleClaimOf(form) : null,
      },
      { onSuccess: () => notify(ui('saved')) },
    );
  return (
    <Form action={t('save')} change={set} of="single sign-on" onSubmit={submit}>
      <UrlField label={t('issuer')} hint={t('issuer_hint')} name="issuer" defaultValue={held?.issuer} required />
      <LineField
        label={t('client_id')}
        name="client_id"
        dir="ltr"
        maxLength={CLIENT_ID_MAX}
        defaultValue={held?.client_id}
      />
      <SecretField
        label={t('client_secret')}
        hint={held ? t('secret_kept') : undefined}
        name="client_secret"
        required={!held}
      />
      <TextArea
        label={t('domains')}
        hint={t('domains_hint')}
        name="domains"
        dir="ltr"
        rows={2}
        required={role === 'agent' || role === 'developer'}
        defaultValue={held?.domains.join('\n')}
      />
      <ChoiceField label={t('new_members')} values={ROLES} value={role} textOf={t} onChoose={setRole} />
      {role === 'by_claim' && <RoleClaimFields held={held?.role_claim ?? null} />}
    </Form>
  );
}

/** The issuer through which members sign in. */
export function SingleSignOn({ slug }: { slug: string }) {
  const t = useTexts(issuerTexts);
  const { data, error } = useOperation('get-single-sign-on', {});
  const isAbsent = error?.code === 'unknown_single_sign_on';
  const [isAsking, setAsking] = useState(false);
  const remove = useChange('delete-single-sign-on', { refreshes: ['get-single-sign-on'] });
  const held = isAbsent ? null : data;
  const publicOrigin = usePublicOrigin();
  // Where the issuer sends browsers: it is registered there before it is set up here.
  const redirectUrl = held?.redirect_url ?? (publicOrigin && `${publicOrigin}/console/single-sign-on/${slug}`);
  return (
    <Section title={t('title')} lead={t('lead')}>
      {!isAbsent && <Problem error={error} />}
      {held !== undefined && (
        <Card>
          {redirectUrl && <CopyBlock label={t('redirect_url')} value={redirectUrl} />}
          {held && <CopyBlock label={t('sign_in_url')} value={held.sign_in_url} />}
          <IssuerForm key={held ? `${held.issuer} ${held.client_id}` : ''} held={held} />
          {held && <Button onClick={() => setAsking(true)}>{t('turn_off')}</Button>}
        </Card>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('turn_off_title')}
          action={t('turn_off')}
          change={remove}
          onConfirm={() => remove.mutate({}, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          {t('turn_off_lead')}
        </ConfirmDialog>
      )}
    </Section>
  );
}
