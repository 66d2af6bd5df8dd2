import { starOutline, stars } from '../ornament/frames.ts';
import { Round } from '../ornament/Round.tsx';
import { paint } from '../palette.ts';
import { place, row, type Standing } from './standing.ts';

/** A glass of mint tea, gilded, 20 wide. */
export function TeaGlass(at: Standing) {
  return (
    <g transform={place(at)}>
      <ellipse cx="2" cy="0" rx="12" ry="2.5" fill={paint.night} opacity=".45" />
      <path d="M-10-32h20L7.5 0h-15Z" fill={paint.honey} opacity=".4" />
      <path d="M-9.3-24H9.300L7.5-1.500h-15Z" fill={paint.amber} />
      <path d="M-9.3-24h8L-1-1.500h-6.500Z" fill={paint.saffron} />
      <path d="M-9.6-20h19.200M-8.2-7h16.4" stroke={paint.cream} strokeWidth="1.6" />
      <path d="M-2-30c-6-6-8-13-4-18 4 4 6 10 5 17 3-5 8-8 13-7-2 6-7 9-13 10Z" fill={paint.leaf} />
    </g>
  );
}

/** A silver teapot with its long spout, 100 wide. */
export function Teapot(at: Standing) {
  return (
    <g transform={place(at)}>
      <ellipse cx="2" cy="0" rx="30" ry="4" fill={paint.night} opacity=".45" />
      <path d="M26-34c14 2 16-22 26-26l4 5c-8 4-10 34-30 33Z" fill={paint.sand} />
      <path d="M-26-44c-26-8-26 30-2 28" fill="none" stroke={paint.crust} strokeWidth="5" />
      <path d="M-22 0c-12-10-12-30 2-44 6-6 8-10 8-14h24c0 4 2 8 8 14 14 14 14 34 2 44Z" fill={paint.sand} />
      <path d="M4-58h8c0 4 2 8 8 14 14 14 14 34 2 44H8C20-14 18-36 4-58Z" fill={paint.crust} />
      <path d="M-14-58C-12-70-5-74 0-78 5-74 12-70 14-58Z" fill={paint.sand} />
      <circle cy="-80" r="4" fill={paint.saffron} />
      <path d="M-30-26h60M-26-36h52" stroke={paint.amber} strokeWidth="1.6" />
      <path d={stars(row(6, 9.5, -31), 3.4)} fill={paint.amber} />
      <Round d="M-18-8c-6-10-4-22 4-34" fill="none" stroke={paint.cream} strokeWidth="3" opacity=".8" />
    </g>
  );
}

/** A pierced lantern that hangs from `drop` above its ring; the scene draws its glow. */
export function Lantern({ drop, glass, ...at }: Standing & { drop: number; glass: string }) {
  return (
    <g transform={place(at)}>
      <path d={`M0 ${-drop}V0`} stroke={paint.amber} strokeWidth="1.6" />
      <circle cy="3" r="4.5" fill="none" stroke={paint.saffron} strokeWidth="2" />
      <path d="M-6 8h12L20 26h-40Z" fill={paint.amber} />
      <path d="M-20 26h40l-5 42h-30Z" fill={glass} />
      <path d="M-20 26h13l2 42h-10ZM7 26h13l-5 42H5Z" fill={paint.amber} opacity=".55" />
      <path d={starOutline(8, 3, [0, 46], 10)} fill={paint.cream} />
      <path d={stars(row(2, 24, 46), 4.5)} fill={paint.honey} />
      <path d="M-22 24h44v4h-44ZM-16 66h32v4h-32Z" fill={paint.saffron} />
      <path d="M-11 70h22L5 80h-10Z" fill={paint.amber} />
      <circle cy="84" r="3" fill={paint.saffron} />
    </g>
  );
}
