/** The canvas that an effect draws on, and what takes it away. */
export interface Surface {
  canvas: HTMLCanvasElement;
  remove(): void;
}

/**
 * Puts a canvas behind the content of `host`, filling it, silent for readers and pointers. The host must be
 * positioned and isolated (`position: relative; isolation: isolate`).
 */
export function surfaceIn(host: HTMLElement): Surface {
  const canvas = document.createElement('canvas');
  canvas.ariaHidden = 'true';
  // Through the object model: the content security policy refuses style attributes in markup.
  canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;z-index:-1;pointer-events:none';
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
