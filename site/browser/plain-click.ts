/** Whether a click asks for this tab; with Ctrl, Cmd or Shift, or the middle button, the browser opens another. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
