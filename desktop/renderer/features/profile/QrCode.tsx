import { encode } from 'uqr';

interface QrCodeProps {
  value: string;
  /** Description for screen readers. */
  label: string;
}

/** Dark on white in both themes, as cameras expect. */
export function QrCode({ value, label }: QrCodeProps) {
  const { data, size } = encode(value, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} rx={1.5} fill="#fff" />
      <path d={path} fill="#12161c" />
    </svg>
  );
}
