/** The canvas that an effect draws on, and what takes it away. */
export interface Surface {
  canvas: HTMLCanvasElement;
  remove(): void;
}

/**
 * Puts a canvas behind the content of `host`, filling it, silent for readers and pointers. The host must be
 * positioned and isolated (`position: relative; isolation: isolate`).
 * @param style declarations of the canvas that differ
 */
export function surfaceIn(host: HTMLElement, style = ''): Surface {
  const canvas = document.createElement('canvas');
  canvas.ariaHidden = 'true';
  // Through the object model: the content security policy refuses style attributes in markup.
  canvas.style.cssText = `position:absolute;inset:0;width:100%;height:100%;z-index:-1;pointer-events:none;${style}`;
  host.prepend(canvas);
  return {
    canvas,
    remove() {
      canvas.remove();
      // Safari keeps the memory of a canvas that is gone until it is emptied.
      canvas.width = canvas.height = 0;
    },
  };
}

/** Says that there is no WebGL, and marks the host, whose CSS may show something instead. */
export function turnOff(host: HTMLElement): void {
  // biome-ignore lint/suspicious/noConsole: the specification asks for this line in the console.
  console.error('unable to create webgl context');
  host.dataset.effect = 'off';
}
