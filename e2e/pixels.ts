import { inflateSync } from 'node:zlib';
import type { Locator } from 'playwright-core';

interface Picture {
  width: number;
  height: number;
  /** '#rrggbb' of each pixel, line by line. */
  pixels: string[];
}

/** What a person sees of an element. */
export async function look(element: Locator): Promise<Picture> {
  return decodePng(await element.screenshot({ animations: 'disabled' }));
}

/** The share of pixels in each colour, the most frequent first. */
export function colourShares({ pixels }: Picture): [colour: string, share: number][] {
  const counts = Map.groupBy(pixels, (colour) => colour);
  return Array.from(
    counts,
    ([colour, all]) => [colour, all.length / pixels.length] as [string, number],
  ).toSorted(([, a], [, b]) => b - a);
}

/** The share of pixels that are not of the most frequent colour: 0 for an element that is not drawn. */
export const drawnShare = (picture: Picture): number => 1 - (colourShares(picture)[0]?.[1] ?? 1);

/** The share of pixels by which two pictures of one size differ. */
export function difference(one: Picture, other: Picture): number {
  if (one.pixels.length !== other.pixels.length) return 1;
  return one.pixels.filter((colour, index) => colour !== other.pixels[index]).length / one.pixels.length;
}

/** Chromium's pictures: 8 bits a channel, RGB or RGBA, not interlaced. */
function decodePng(file: Buffer): Picture {
  const [width, height, channels] = [file.readUInt32BE(16), file.readUInt32BE(20), file[25] === 6 ? 4 : 3];
  const parts: Buffer[] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)));
  }
  const data = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const lines = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const left = x < channels ? 0 : (lines[y * stride + x - channels] ?? 0);
      const up = y === 0 ? 0 : (lines[(y - 1) * stride + x] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (lines[(y - 1) * stride + x - channels] ?? 0);
      const added = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      lines[y * stride + x] = ((data[y * (stride + 1) + 1 + x] ?? 0) + added) & 255;
    }
  }
  const pixels = Array.from(
    { length: width * height },
    (_, index) => `#${lines.toString('hex', index * channels, index * channels + 3)}`,
  );
  return { width, height, pixels };
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
