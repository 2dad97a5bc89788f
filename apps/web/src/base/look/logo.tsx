import './logo.css';

/** The mark: nine threads, over and under. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <g fill="#0B6E69">
        <rect x="2" y="1" width="7" height="10" rx="2" />
        <rect x="23" y="1" width="7" height="10" rx="2" />
        <rect x="12.5" y="11" width="7" height="10" rx="2" />
        <rect x="2" y="21" width="7" height="10" rx="2" />
        <rect x="23" y="21" width="7" height="10" rx="2" />
      </g>
      <g fill="#7FB5B1">
        <rect x="11" y="2.5" width="10" height="7" rx="2" />
        <rect x="1" y="12.5" width="10" height="7" rx="2" />
        <rect x="21" y="12.5" width="10" height="7" rx="2" />
        <rect x="11" y="22.5" width="10" height="7" rx="2" />
      </g>
    </svg>
  );
}

/** Mark and name; `latin`: without the Chinese one. */
export function Logo({ size = 28, large = false, latin = false }: { size?: number; large?: boolean; latin?: boolean }) {
  return (
    <span className={large ? 'logo logo-large' : 'logo'}>
      <Mark size={size} />
      {!latin && <strong>瘤析</strong>}
      <span className="logo-latin">OncoLoom</span>
    </span>
  );
}
