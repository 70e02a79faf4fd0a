import { Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/Loaded.tsx';
import { sharingChoicesQuery } from './queries.ts';
import type { Person } from './ShareFields.tsx';

interface PeopleModalProps {
  workspaceId: string;
  title: string;
  onClose: () => void;
  children: (people: Person[]) => ReactNode;
}

/** A dialog about the people that something of a workspace can be shared with; says so where there are none. */
export function PeopleModal({ workspaceId, title, onClose, children }: PeopleModalProps) {
  const { t } = useTranslation('sharing');
  return (
    <Modal opened onClose={onClose} title={title}>
      <Loaded query={useQuery(sharingChoicesQuery(workspaceId))}>
        {(people) => (people.length > 0 ? children(people) : <Text c="dimmed">{t('noPeople')}</Text>)}
      </Loaded>
    </Modal>
  );
}
