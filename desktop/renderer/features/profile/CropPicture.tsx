import { Button, Group, Slider, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useTranslation } from 'react-i18next';
import { useSend } from '../../lib/use-send.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { cutOut } from './cut-out.ts';
import { savePictureMutation } from './queries.ts';

interface CropPictureProps {
  /** Of the chosen file. */
  address: string;
  onSaved: () => void;
  onStartAgain: () => void;
  onUnreadable: () => void;
}

const MOST_ZOOM = 4;

/** The round part of the picture to keep: moved by pointer or arrow keys, zoomed by wheel, fingers or slider. */
export function CropPicture({ address, onSaved, onStartAgain, onUnreadable }: CropPictureProps) {
  const { t } = useTranslation('profile');
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const send = useSend(savePictureMutation);
  const save = useMutation({
    mutationFn: async (part: Area) => send(await cutOut(address, part)),
    onSuccess: onSaved,
  });
  return (
    <Stack gap="md">
      <Text size="sm">{t('picture.crop')}</Text>
      <FormBanner message={save.error?.message} />
      <div style={{ position: 'relative', height: 280, borderRadius: 6, overflow: 'hidden' }}>
        <Cropper
          image={address}
          crop={position}
          zoom={zoom}
          maxZoom={MOST_ZOOM}
          aspect={1}
          cropShape="round"
          showGrid={false}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          mediaProps={{ onError: onUnreadable, alt: '' }}
        />
      </div>
      <Group gap="md" wrap="nowrap">
        <Text size="sm" aria-hidden>
          {t('picture.zoom')}
        </Text>
        <Slider
          flex={1}
          min={1}
          max={MOST_ZOOM}
          step={0.1}
          label={null}
          thumbLabel={t('picture.zoom')}
          value={zoom}
          onChange={setZoom}
        />
      </Group>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onStartAgain}>
          {t('picture.another')}
        </Button>
        <Button loading={save.isPending} disabled={!area} onClick={() => area && save.mutate(area)}>
          {t('picture.save')}
        </Button>
      </Group>
    </Stack>
  );
}
