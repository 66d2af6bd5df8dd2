/** A page on a phone, drawn until the visitor's own was seen: parts of an SVG. */
export const auditPhone = {
  viewBox: '0 0 390 760',
  paths: [
    'M32 40h112v20H32zM310 40h48v6h-48zM310 56h48v6h-48z',
    'M32 132h300v34H32zM32 182h326v34H32zM32 232h204v34H32zM32 300h300v10H32zM32 324h268v10H32zM32 366h176v56H32z',
    'M32 482h326v278H32z',
  ],
} as const;
