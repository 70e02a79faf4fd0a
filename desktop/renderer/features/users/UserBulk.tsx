import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type UserRow, updateUser } from '#shared/features/users/contract.ts';
import { ASSIGNABLE_ROLES } from '#shared/features/users/model.ts';
import { call } from '../../lib/call.ts';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { useBulk } from '../../ui/use-bulk.ts';
import type { Selection } from '../../ui/use-selection.ts';
import { DeleteSelected } from './DeleteSelected.tsx';
import { memberListKey } from './queries.ts';

type Role = (typeof ASSIGNABLE_ROLES)[number];

/** Another role for the selected people, or out of the organization with them. */
export function UserBulk({ selection }: { selection: Selection<UserRow> }) {
  const { t } = useTranslation('users');
  const bulk = useBulk(selection, [memberListKey]);
  const setRole = (role: Role) =>
    bulk.run({
      name: 'role',
      rows: selection.rows,
      act: ({ id }) => call(updateUser, { params: { userID: id }, body: { role, dry_run: true } }),
      said: (count) => t('bulk.roleDone', { count, role: t(`role.${role}`) }),
    });
  return (
    <>
      <DropdownMenu position="top-start">
        <Menu.Target>
          <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} />} {...bulk.busy('role')}>
            {t('bulk.role')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {ASSIGNABLE_ROLES.map((role) => (
            <Menu.Item key={role} onClick={() => setRole(role)}>
              {t(`role.${role}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </DropdownMenu>
      <DeleteSelected selection={selection} bulk={bulk} />
    </>
  );
}
