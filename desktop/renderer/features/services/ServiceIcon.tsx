import classes from './ServiceIcon.module.css';

interface ServiceIconProps {
  service: { icon_url: string; accent_color: string };
  size?: 'sm' | 'lg';
}

/** The icon of a catalogue item on its colour; its name is beside it. */
export function ServiceIcon({ service, size = 'sm' }: ServiceIconProps) {
  return (
    <span className={classes.tile} data-size={size} style={{ background: service.accent_color }} aria-hidden>
      {service.icon_url && <img className={classes.mark} src={service.icon_url} alt="" />}
    </span>
  );
}
