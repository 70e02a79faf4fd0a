import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import classes from './PageTabs.module.css';

export interface PageTab {
  label: string;
  to: string;
}

interface PageTabsProps {
  /** What the tabs are of, for screen readers. */
  label: string;
  tabs: PageTab[];
  /** The content of the tab whose path is the page's. */
  children: ReactNode;
}

/** The parts of a page, each with its own address. Arrow keys move along the tabs, Enter opens one. */
export function PageTabs({ label, tabs, children }: PageTabsProps) {
  const { pathname } = useLocation();
  const id = useId();
  const current = tabs.find(({ to }) => matchPath({ path: to, end: true }, pathname)) ?? tabs[0];
  return (
    <>
      <div role="tablist" aria-label={label} className={classes.list} onKeyDown={moveFocus}>
        {tabs.map((tab) => (
          <Link
            key={tab.to}
            to={tab.to}
            role="tab"
            id={`${id}${tab.to}`}
            className={classes.tab}
            aria-selected={tab === current}
            tabIndex={tab === current ? 0 : -1}
            {...(tab === current && { 'aria-controls': id })}
          >
            {tab.label}
          </Link>
        ))}
      </div>
      <div role="tabpanel" id={id} aria-labelledby={`${id}${current?.to}`}>
        {children}
      </div>
    </>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  tabs.at(next % tabs.length)?.focus();
}
