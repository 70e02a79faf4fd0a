import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { cloneElement, type ReactElement, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSameName } from '../lib/same-name.ts';

export interface ConfirmPopoverProps {
  /** Default 'Are you sure?'. */
  title?: string | undefined;
  text: string;
  /** Further lines: what is lost by name, or a choice to make. Shown only while it asks. */
  detail?: ReactNode;
  /** False until the choice is made. */
  ready?: boolean | undefined;
  /** A name that has to be typed first, for what takes much with it. */
  toType?: string | undefined;
  /** Label of the confirming button; default 'Go ahead'. */
  confirmLabel?: string | undefined;
  onConfirm: () => void;
  disabled?: boolean;
  /** Disables its button while it asks. */
  disablesButton?: boolean;
  /** The button that asks. */
  children: ReactElement<{ onClick?: () => void; 'aria-expanded'?: boolean; disabled?: boolean }>;
}

/** Asks before something that takes something away, next to the pointer. */
export function ConfirmPopover(props: ConfirmPopoverProps) {
  const { disabled, disablesButton = false, children, ...question } = props;
  const [opened, { close, toggle }] = useDisclosure(false);
  const titleId = useId();
  const isDisabled = (disablesButton && opened) || disabled;
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      width={question.detail ? 320 : 280}
      withArrow
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        {cloneElement(children, { onClick: toggle, ...(isDisabled === undefined ? {} : { disabled: isDisabled }) })}
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={titleId}>
        <ConfirmQuestion titleId={titleId} {...question} onClose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

type Question = Pick<
  ConfirmPopoverProps,
  'title' | 'text' | 'detail' | 'ready' | 'toType' | 'confirmLabel' | 'onConfirm'
>;

interface ConfirmQuestionProps extends Question {
  titleId?: string;
  onClose: () => void;
}

/** What is asked, and the two answers. */
export function ConfirmQuestion(props: ConfirmQuestionProps) {
  const { title, titleId, text, detail, ready = true, toType, confirmLabel, onConfirm, onClose } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const sure = ready && (toType === undefined || isSameName(typed, toType));
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
      {detail && (
        <Text size="sm" c="dimmed" component="div" style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
      )}
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
