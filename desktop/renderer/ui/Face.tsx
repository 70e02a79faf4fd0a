import { Avatar, type AvatarProps } from '@mantine/core';
import classes from './Face.module.css';

interface FaceProps extends Pick<AvatarProps, 'size' | 'radius' | 'src'> {
  name: string;
}

/**
 * A picture or, without one, initials. It stands beside a name or inside something named, so CSS draws the initials to
 * keep them out of labels.
 */
export function Face({ name, ...avatar }: FaceProps) {
  return (
    <Avatar radius="50%" {...avatar} color="harbor" alt="">
      <span className={classes.initials} data-initials={initialsOf(name)} />
    </Avatar>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase();
}
