/** Whether an effect can play off the page's own thread: on a canvas handed over to a worker (Safari: from 17 on). */
export function canDrawInWorkers(): boolean {
  return 'transferControlToOffscreen' in HTMLCanvasElement.prototype;
}
