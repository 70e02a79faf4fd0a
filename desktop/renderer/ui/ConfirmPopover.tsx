import { Button, Group, Popover, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { cloneElement, type ReactElement, useId } from 'react';
import { useTranslation } from 'react-i18next';

interface ConfirmPopoverProps {
  /** Default 'Are you sure?'. */
  title?: string;
  text: string;
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
  const { title, text, confirmLabel, onConfirm, disabled, disablesButton = false, children } = props;
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
        <ConfirmQuestion titleId={titleId} {...{ title, text, confirmLabel, onConfirm }} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface ConfirmQuestionProps {
  title?: string | undefined;
  titleId?: string;
  text: string;
  confirmLabel?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** What is asked, and the two answers. */
export function ConfirmQuestion({ title, titleId, text, confirmLabel, onConfirm, onClose }: ConfirmQuestionProps) {
  const { t } = useTranslation();
  const confirm = () => {
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
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size="xs" onClick={onClose} data-autofocus>
          {t('confirm.cancel')}
        </Button>
        <Button color="red" size="xs" onClick={confirm}>
          {confirmLabel ?? t('confirm.goAhead')}
        </Button>
      </Group>
    </Stack>
  );
}
