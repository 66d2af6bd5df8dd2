/**
 * Length in seconds of an MP4 file, from its movie header (`mvhd`, ISO/IEC 14496-12 § 8.2.2).
 * Throws when the index does not come before the pictures: such a film cannot play while it loads.
 */
export function filmLength(file: Buffer): number {
  const header = file.indexOf('mvhd');
  const pictures = file.indexOf('mdat');
  if (header < 0 || pictures < 0 || header > pictures) {
    throw new Error('L’index du film n’est pas en tête du fichier.');
  }
  if (file[header + 4] !== 0) throw new Error('En-tête de film d’une version inattendue.');
  const [timescale, duration] = [file.readUInt32BE(header + 16), file.readUInt32BE(header + 20)];
  return duration / timescale;
}
