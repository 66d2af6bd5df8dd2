/** One caption: what is shown between two instants, in seconds. */
export interface Cue {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function stamp(seconds: number): string {
  const whole = Math.round(seconds * 1000);
  const pad = (value: number, length = 2) => String(value).padStart(length, '0');
  const [hours, minutes] = [Math.floor(whole / 3_600_000), Math.floor(whole / 60_000) % 60];
  return `${pad(hours)}:${pad(minutes)}:${pad(Math.floor(whole / 1000) % 60)}.${pad(whole % 1000, 3)}`;
}

/** French asks for a thin no-break space before `? ! ; :` and inside « ». */
export function frenchSpaces(text: string): string {
  return text.replaceAll(/ ([?!;:»])/g, '\u202f$1').replaceAll('« ', '«\u202f');
}

/** The cues as a WebVTT file (https://www.w3.org/TR/webvtt1/), numbered from 1. */
export function webVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ from, to, text }, i) => `${i + 1}\n${stamp(from)} --> ${stamp(to)}\n${frenchSpaces(text)}\n`,
  );
  return `WEBVTT\n\n${blocks.join('\n')}`;
}

/** Reads a WebVTT file of plain numbered cues back. Throws when it is not one. */
export function parseWebVtt(file: string): Cue[] {
  const [header, ...blocks] = file.trimEnd().split('\n\n');
  if (header !== 'WEBVTT') throw new Error('Le fichier ne commence pas par WEBVTT.');
  const seconds = (text: string) => text.split(':').reduce((total, part) => total * 60 + Number(part), 0);
  return blocks.map((block) => {
    const [, from, to, text] =
      /^\d+\n(\d{2}:\d{2}:\d{2}\.\d{3}) --> (\d{2}:\d{2}:\d{2}\.\d{3})\n(.+)$/s.exec(block) ?? [];
    if (!from || !to || !text) throw new Error(`Légende mal formée : ${block}`);
    return { from: seconds(from), to: seconds(to), text };
  });
}
