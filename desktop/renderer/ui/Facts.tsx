import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** A list of facts about one thing: one `Fact` per line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.list}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
