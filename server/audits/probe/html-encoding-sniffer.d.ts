declare module 'html-encoding-sniffer' {
  /** The name of an encoding, as `TextDecoder` takes it. */
  export default function sniffEncoding(
    bytes: Uint8Array,
    options?: { readonly xml?: boolean; readonly transportLayerEncodingLabel?: string },
  ): string;
}
