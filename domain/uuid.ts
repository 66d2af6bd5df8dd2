/**
 * A uuid out of the first 16 of `bytes` (RFC 9562, section 4).
 * @param version in the upper half of a byte
 */
export function uuidOf(bytes: Uint8Array, version: 0x40 | 0x80): string {
  const octets = bytes.slice(0, 16);
  octets[6] = ((octets[6] ?? 0) & 0x0f) | version;
  octets[8] = ((octets[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
