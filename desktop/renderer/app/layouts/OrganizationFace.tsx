import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../features/auth/index.ts';
import { openModal } from '../../lib/modals.ts';
import { Face } from '../../ui/Face.tsx';
import classes from './Sidebar.module.css';

/** The active organization, and a switch if there are more. */
export function OrganizationFace({ folded }: { folded: boolean }) {
  const { t } = useTranslation('shell');
  const { organization, organization_count } = useCurrentUser();
  const face = (
    <>
      <Face size={28} radius="sm" name={organization.name} />
      {folded ? (
        <VisuallyHidden>{organization.name}</VisuallyHidden>
      ) : (
        <span className={classes.name}>{organization.name}</span>
      )}
    </>
  );
  if (organization_count < 2) return <div className={classes.organization}>{face}</div>;
  return (
    <UnstyledButton
      className={classes.organization}
      aria-label={t('organization.switchFrom', { name: organization.name })}
      aria-haspopup="dialog"
      onClick={() => openModal('switch-organization')}
    >
      {face}
      {!folded && <IconSelector size={16} aria-hidden />}
    </UnstyledButton>
  );
}
