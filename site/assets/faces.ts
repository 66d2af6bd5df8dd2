const files = import.meta.glob<string>('/facts/people/*.{avif,jpg,png,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

/**
 * The address of a face that facts/references.yaml names.
 * @throws Error when facts/people/ has no such file
 */
export function faceOf(file: string): string {
  const address = files[`/facts/people/${file}`];
  if (!address) throw new Error(`facts/references.yaml : la photo « ${file} » manque dans facts/people/.`);
  return address;
}
