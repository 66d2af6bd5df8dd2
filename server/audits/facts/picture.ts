/** A picture as the browser made it; never decoded here. */
export interface Picture {
  readonly name: 'phone' | 'desktop' | `film-${number}`;
  readonly type: 'image/webp' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
  /** Of a film frame: milliseconds since the navigation began. */
  readonly atMs?: number;
  readonly bytes: Uint8Array;
}
