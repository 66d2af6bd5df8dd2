const files = import.meta.glob<string>('./people/*.{avif,jpg,png,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
});

/**
 * The address of a face that content/references.ts names.
 * @throws Error when site/assets/people/ has no such file
 */
export function faceOf(file: string): string {
  const address = files[`./people/${file}`];
  if (!address)
    throw new Error(`content/references.ts : la photo « ${file} » manque dans site/assets/people/.`);
  return address;
}
