import { Button, Group, Modal, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { Face } from '../../ui/Face.tsx';
import { LazyPlace } from '../../ui/LazyPlace.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/index.ts';
import { removePictureMutation } from './queries.ts';

/** Dropping and cropping need code that few visits use. */
const loadChoosePicture = () => import('./ChoosePicture.tsx').then((module) => module.ChoosePicture);

export function PicturePanel() {
  const { t } = useTranslation('profile');
  const user = useCurrentUser();
  const [choosing, setChoosing] = useState(false);
  const remove = useMutation({
    ...removePictureMutation,
    onSettled: (_, error) => (error ? toastError(error.message) : toastSuccess(t('picture.removed'))),
  });
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <Panel title={t('picture.title')} text={t('picture.text')}>
      <Group gap="md">
        <Face size={72} src={user.profile_photo_url} name={name} />
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => setChoosing(true)}>
            {t(user.profile_photo_url ? 'picture.change' : 'picture.choose')}
          </Button>
          {user.profile_photo_url && (
            <ConfirmPopover
              text={t('picture.removeText')}
              confirmLabel={t('picture.remove')}
              onConfirm={() => remove.mutate()}
            >
              <Button variant="default" size="xs" loading={remove.isPending}>
                {t('picture.remove')}
              </Button>
            </ConfirmPopover>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {t('picture.types')}
        </Text>
      </Group>
      <Modal opened={choosing} onClose={() => setChoosing(false)} title={t('picture.title')} size="md">
        <LazyPlace
          load={loadChoosePicture}
          props={{
            onSaved: () => {
              setChoosing(false);
              toastSuccess(t('picture.saved'));
            },
          }}
          fallback={<PageSkeleton rows={2} />}
        />
      </Modal>
    </Panel>
  );
}
