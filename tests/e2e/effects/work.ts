export interface Work {
  /** Frames asked for and not yet given. */
  waiting: number;
  /** Frames given so far. */
  frames: number;
  /** Draw calls so far, on canvases of every kind. */
  draws: number;
  /** Pixels of the viewports that WebGL has drawn into so far. */
  pixels: number;
  /** WebGL textures made and not yet deleted, and their bytes. */
  textures: number;
  bytes: number;
}

/** Runs in the page before any script of it: counts the frames, draws and textures that it asks for. */
export function countWork(): void {
  const work: Work = { waiting: 0, frames: 0, draws: 0, pixels: 0, textures: 0, bytes: 0 };
  window.work = work;
  const asked = new Set<number>();
  const request = window.requestAnimationFrame.bind(window);
  const cancel = window.cancelAnimationFrame.bind(window);
  window.nextFrame = () => new Promise((given) => request(() => given()));
  window.requestAnimationFrame = (callback) => {
    const id = request((time) => {
      asked.delete(id);
      work.waiting = asked.size;
      work.frames++;
      callback(time);
    });
    asked.add(id);
    work.waiting = asked.size;
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    asked.delete(id);
    work.waiting = asked.size;
    cancel(id);
  };

  /** Calls `then` with the call's arguments after each call of a method that has the name. */
  // biome-ignore lint/suspicious/noExplicitAny: methods of every kind, called as they were.
  const after = (prototype: any, name: string, then: (gl: any, args: any[]) => void) => {
    const method = prototype[name];
    prototype[name] = function (...args: unknown[]) {
      const result = method.apply(this, args);
      then(this, [...args, result]);
      return result;
    };
  };
  const bytesOf = new Map<WebGLTexture, number>();
  const sum = () => {
    work.textures = bytesOf.size;
    work.bytes = [...bytesOf.values()].reduce((total, bytes) => total + bytes, 0);
  };
  for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext]) {
    let bound: WebGLTexture | null = null;
    for (const name of ['drawArrays', 'drawElements']) {
      after(prototype, name, (gl) => {
        work.draws++;
        // A lost context has no viewport.
        const [, , width, height] = gl.getParameter(gl.VIEWPORT) ?? [0, 0, 0, 0];
        work.pixels += width * height;
      });
    }
    after(prototype, 'createTexture', (_, [texture]) => {
      bytesOf.set(texture, 0);
      sum();
    });
    after(prototype, 'bindTexture', (_, [, texture]) => {
      bound = texture;
    });
    after(prototype, 'texImage2D', (gl, [, , internal, width, height, , format, type]) => {
      const channels = [gl.RG16F, gl.RG].includes(internal)
        ? 2
        : [gl.R16F, gl.RED].includes(internal)
          ? 1
          : 4;
      if (bound && format)
        bytesOf.set(bound, width * height * channels * (type === gl.UNSIGNED_BYTE ? 1 : 2));
      sum();
    });
    after(prototype, 'deleteTexture', (_, [texture]) => {
      bytesOf.delete(texture);
      sum();
    });
  }
  for (const name of ['fill', 'stroke', 'fillRect', 'drawImage', 'reset', 'clearRect']) {
    after(CanvasRenderingContext2D.prototype, name, () => {
      work.draws++;
    });
  }
}
