import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { cloneElement, type ReactElement, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSameName } from '../lib/same-name.ts';

interface ConfirmPopoverProps {
  /** Default 'Are you sure?'. */
  title?: string;
  text: string;
  /** A name that has to be typed first, for what takes much with it. */
  toType?: string | undefined;
  /** Label of the confirming button; default 'Go ahead'. */
  confirmLabel?: string;
  onConfirm: () => void;
  disabled?: boolean;
  /** Disables its button while it asks. */
  disablesButton?: boolean;
  /** The button that asks. */
  children: ReactElement<{ onClick?: () => void; 'aria-expanded'?: boolean; disabled?: boolean }>;
}

/** Asks before something that can't be undone, next to the pointer. */
export function ConfirmPopover(props: ConfirmPopoverProps) {
  const { title, text, toType, confirmLabel, onConfirm, disabled, disablesButton = false, children } = props;
  const [opened, { close, toggle }] = useDisclosure(false);
  const titleId = useId();
  const isDisabled = (disablesButton && opened) || disabled;
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      width={280}
      withArrow
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {cloneElement(children, { onClick: toggle, ...(isDisabled === undefined ? {} : { disabled: isDisabled }) })}
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={titleId}>
        <ConfirmQuestion titleId={titleId} {...{ title, text, toType, confirmLabel, onConfirm }} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ConfirmQuestionProps {
  title?: string | undefined;
  titleId?: string;
  text: string;
  toType?: string | undefined;
  confirmLabel?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** What is asked, and the two answers. */
export function ConfirmQuestion(props: ConfirmQuestionProps) {
  const { title, titleId, text, toType, confirmLabel, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const sure = toType === undefined || isSameName(typed, toType);
  const confirm = () => {
    if (!sure) return;
    onClose();
    onConfirm();
  };
  return (
    <Stack gap="sm">
      <div>
        <Text fw={600} id={titleId}>
          {title ?? t('confirm.title')}
        </Text>
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      </div>
      {toType !== undefined && (
        <TextInput
          label={t('confirm.type', { name: toType })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && confirm()}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size="xs" onClick={onClose} data-autofocus={toType === undefined || undefined}>
          {t('confirm.cancel')}
        </Button>
        <Button color="red" size="xs" onClick={confirm} disabled={!sure}>
          {confirmLabel ?? t('confirm.goAhead')}
        </Button>
      </Group>
    </Stack>
  );
}
