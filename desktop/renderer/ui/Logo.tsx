interface LogoProps {
  /** Height of the mark in pixels. */
  size?: number;
  /** Only the mark, without the name. */
  compact?: boolean;
}

/** A hull on its slipway, about to meet the water. */
export function Logo({ size = 24, compact = false }: LogoProps) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: size / 2.6 }}>
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--mantine-color-harbor-6)" />
        <path d="M7 10.4 25.4 15c-.5 4.1-3.9 6.5-7.7 5.6l-5.2-1.3C9.3 18.5 7.2 14.8 7 10.4Z" fill="#fff" />
        <path d="M14.2 5.8v5.1l5.6 1.4z" fill="#fff" opacity=".75" />
        <path d="M5.5 19.5 26.5 24.8" stroke="#fff" strokeWidth="2" strokeLinecap="round" opacity=".6" />
      </svg>
      {!compact && <span style={{ fontWeight: 700, fontSize: size * 0.72, letterSpacing: '-0.02em' }}>Slipway</span>}
    </span>
  );
}
