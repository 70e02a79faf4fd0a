import '@mantine/dropzone/styles.layer.css';
import { Stack, Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import { IconPhoto } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PICTURE_MAX_BYTES, PICTURE_TYPES } from '#shared/features/profile/contract.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { CropPicture } from './CropPicture.tsx';

/** One picture, dropped or chosen, of at most 5 MB; then the crop. */
export function ChoosePicture({ onSaved }: { onSaved: () => void }) {
  const { t } = useTranslation('profile');
  const [problem, setProblem] = useState<string | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  const reject = ([first, ...more]: FileRejection[]) => {
    const tooLarge = first?.errors.some(({ code }) => code === 'file-too-large');
    setProblem(t(more.length > 0 ? 'picture.one' : tooLarge ? 'picture.tooLarge' : 'picture.wrongType'));
  };
  const startAgain = (why: string | null) => {
    setAddress(null);
    setProblem(why);
  };
  if (address) {
    return (
      <CropPicture
        address={address}
        onSaved={onSaved}
        onStartAgain={() => startAgain(null)}
        onUnreadable={() => startAgain(t('picture.unreadable'))}
      />
    );
  }
  return (
    <Stack gap="md">
      <FormBanner message={problem} />
      <Dropzone
        accept={PICTURE_TYPES}
        maxSize={PICTURE_MAX_BYTES}
        multiple={false}
        maxFiles={1}
        onDrop={([file]) => {
          setProblem(null);
          if (file) setAddress(URL.createObjectURL(file));
        }}
        onReject={reject}
        inputProps={{ 'aria-label': t('picture.choose') }}
        p="xl"
      >
        <Stack align="center" gap="xs" style={{ pointerEvents: 'none' }}>
          <IconPhoto size={32} stroke={1.4} aria-hidden />
          <Text>{t('picture.drop')}</Text>
          <Text size="sm" c="dimmed">
            {t('picture.types')}
          </Text>
        </Stack>
      </Dropzone>
    </Stack>
  );
}
