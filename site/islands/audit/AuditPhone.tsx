import { auditLive } from '#content/pages/audit-live.ts';

/** A phone with a page on it: drawn until the visitor's own was seen. */
export function AuditPhone({ address }: { readonly address: string | undefined }) {
  return (
    <div className="audit-phone">
      <svg viewBox="0 0 390 760" aria-hidden="true">
        <path d="M32 40h112v20H32zM310 40h48v6h-48zM310 56h48v6h-48z" />
        <path d="M32 132h300v34H32zM32 182h326v34H32zM32 232h204v34H32zM32 300h300v10H32zM32 324h268v10H32zM32 366h176v56H32z" />
        <path d="M32 482h326v278H32z" />
      </svg>
      {address !== undefined && (
        <img src={address} width={390} height={844} alt={auditLive.waiting.pictureAlt} />
      )}
    </div>
  );
}
