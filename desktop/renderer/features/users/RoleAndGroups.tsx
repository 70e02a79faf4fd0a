import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ASSIGNABLE_ROLES } from '#shared/features/users/model.ts';
import { groupChoicesQuery } from './queries.ts';

interface RoleAndGroupsProps {
  role: Partial<SelectProps>;
  roleHelp: string;
  groups: Partial<MultiSelectProps>;
}

/** For owner and admins: the roles that can be given, except owner, and the organization's groups. */
export function RoleAndGroups({ role, roleHelp, groups }: RoleAndGroupsProps) {
  const { t } = useTranslation('users');
  const { data: choices = [] } = useQuery(groupChoicesQuery);
  return (
    <>
      <Select
        {...role}
        label={t('field.role')}
        description={roleHelp}
        data={ASSIGNABLE_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
        allowDeselect={false}
        required
      />
      <MultiSelect
        {...groups}
        label={t('field.groups')}
        description={t('field.groupsHelp')}
        data={choices}
        placeholder={choices.length === 0 ? t('field.noGroups') : ''}
        disabled={choices.length === 0}
        nothingFoundMessage={t('field.nothing')}
        searchable
        hidePickedOptions
        clearable
      />
    </>
  );
}
