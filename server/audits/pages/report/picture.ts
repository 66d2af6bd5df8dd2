/** A picture beside the report's page. */
export interface ReportPicture {
  readonly name: string;
  readonly address: string;
  /** Pixels of the file. */
  readonly width: number;
  readonly height: number;
  /** Of a frame of the film: milliseconds since the navigation began. */
  readonly atMs: number | undefined;
}
