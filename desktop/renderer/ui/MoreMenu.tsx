import { ActionIcon, Menu, Popover } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Fragment, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionButtonProps } from './ActionButton.tsx';
import { ConfirmQuestion } from './ConfirmPopover.tsx';
import { DropdownMenu } from './DropdownMenu.tsx';
import { MenuEntry } from './MenuEntry.tsx';

export interface MenuAction extends Pick<ActionButtonProps, 'label' | 'icon' | 'blocked' | 'onPress'> {
  loading?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Asked first. Such actions destroy something: they are red, and apart from the rest. */
  ask?: string;
  /** What is lost by name, and until when it can be had back. */
  detail?: string;
  /** A name that has to be typed before the answer. */
  toType?: string;
}

/** The actions that are needed rarely, behind three dots; a question is asked at the same place. */
export function MoreMenu({ actions }: { actions: MenuAction[] }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<MenuAction | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const titleId = useId();
  // The entry that asked has gone with its menu.
  const close = () => {
    setAsked(null);
    button.current?.focus();
  };
  if (actions.length === 0) return null;
  return (
    <Popover
      opened={asked !== null}
      onChange={(open) => !open && close()}
      width={280}
      position="bottom-end"
      withArrow
      shadow="md"
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <span>
          <DropdownMenu width={280}>
            <Menu.Target>
              <ActionIcon
                ref={button}
                variant="default"
                size={36}
                aria-label={t('action.more')}
                loading={actions.some(({ loading }) => loading)}
              >
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {actions.map((action, index) => (
                <Fragment key={action.label}>
                  {action.ask && index > 0 && <Menu.Divider />}
                  <MenuEntry
                    label={action.label}
                    icon={action.icon}
                    blocked={action.blocked}
                    disabled={action.disabled}
                    danger={Boolean(action.ask)}
                    onClick={() => (action.ask ? setAsked(action) : action.onPress())}
                  />
                </Fragment>
              ))}
            </Menu.Dropdown>
          </DropdownMenu>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-labelledby={titleId}>
        {asked?.ask && (
          <ConfirmQuestion
            titleId={titleId}
            text={asked.ask}
            detail={asked.detail}
            toType={asked.toType}
            onConfirm={asked.onPress}
            onClose={close}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
