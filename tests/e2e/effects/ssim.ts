/** Wang, Bovik, Sheikh and Simoncelli, "Image quality assessment" (2004): what keeps a division from nothing. */
const [C1, C2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
const BLOCK = 8;

/**
 * Structural similarity of two pictures of brightness (0 to 255, row by row), the mean over blocks of 8 by 8 that lie
 * half over each other. Blocks without ink in both are left out: they would always be alike.
 */
export function ssim(a: readonly number[], b: readonly number[], width: number): number {
  const height = a.length / width;
  const values: number[] = [];
  for (let y = 0; y + BLOCK <= height; y += BLOCK / 2) {
    for (let x = 0; x + BLOCK <= width; x += BLOCK / 2) {
      const value = blockSsim(a, b, width, x, y);
      if (value !== undefined) values.push(value);
    }
  }
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Brighter than the ground under the ink, whose brightness is 18. */
const LIT = 24;

function blockSsim(a: readonly number[], b: readonly number[], width: number, x: number, y: number) {
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0];
  for (let j = 0; j < BLOCK; j++) {
    for (let i = 0; i < BLOCK; i++) {
      const at = (y + j) * width + x + i;
      const [va, vb] = [a[at] ?? 0, b[at] ?? 0];
      sumA += va;
      sumB += vb;
      squareA += va * va;
      squareB += vb * vb;
      product += va * vb;
    }
  }
  const n = BLOCK * BLOCK;
  const [meanA, meanB] = [sumA / n, sumB / n];
  if (Math.max(meanA, meanB) < LIT) return undefined;
  const [varianceA, varianceB] = [squareA / n - meanA ** 2, squareB / n - meanB ** 2];
  const covariance = product / n - meanA * meanB;
  return (
    ((2 * meanA * meanB + C1) * (2 * covariance + C2)) /
    ((meanA ** 2 + meanB ** 2 + C1) * (varianceA + varianceB + C2))
  );
}
