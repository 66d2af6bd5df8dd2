import { auditPhone } from '#content/audit.ts';
import { auditLive } from '#content/pages/audit-live.ts';

interface Props {
  /** Of the picture of the visitor's own page. */
  readonly address: string | undefined;
  readonly className?: string;
}

/** A phone with a page on it: drawn until the visitor's own was seen. */
export function AuditPhone({ address, className = '' }: Props) {
  return (
    <div className={`audit-phone ${className}`.trim()}>
      <svg viewBox={auditPhone.viewBox} aria-hidden="true">
        {auditPhone.paths.map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
      {address !== undefined && (
        <img src={address} width={390} height={844} alt={auditLive.waiting.pictureAlt} />
      )}
    </div>
  );
}
