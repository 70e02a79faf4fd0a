import classes from './Harbor.module.css';

/** The picture behind the public pages: a slipway running into calm water. Drawn here, a few hundred bytes. */
export function Harbor() {
  return (
    <svg className={classes.picture} viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <circle className={classes.sun} cx="1130" cy="300" r="150" />
      <path
        className={classes.hills}
        d="M0 590 C180 520 330 560 520 545 S860 470 1050 530 1310 560 1440 505 V900 H0Z"
      />
      <g className={classes.slipway}>
        <path d="M0 610 1010 812" />
        <path d="M0 655 860 827" />
        <path d="M90 628v46M210 652v46M330 676v46M450 700v46M570 724v46M690 748v46" />
      </g>
      <g className={classes.hull} transform="rotate(11.3 300 560)">
        <path d="M130 575h345c-8 62-52 88-112 88H232c-56 0-92-30-102-88Z" />
        <path className={classes.sail} d="M262 575V385l128 190Z" />
        <path className={classes.sail} d="M248 575V425l-74 150Z" />
      </g>
      <path className={classes.far} d="M0 760 C240 722 420 800 700 762 S1190 716 1440 764 V900 H0Z" />
      <path className={classes.near} d="M0 818 C260 786 470 852 760 820 S1240 790 1440 828 V900 H0Z" />
    </svg>
  );
}
