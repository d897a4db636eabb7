/** Draws demo mentors in ink: SVG by DiceBear, PNG by resvg. Both are loaded when the first portrait is drawn. */
import { grounds, type Face } from './faces.ts'

const PORTRAIT_WIDTH = 768 // Pixels, square.

/** A portrait as PNG bytes. The same face always gives the same drawing. */
export async function drawPortrait(face: Face): Promise<Uint8Array> {
  const [{ createAvatar }, { notionists }, { renderAsync }] = await Promise.all([
    import('@dicebear/core'),
    import('@dicebear/collection'),
    import('@resvg/resvg-js'),
  ])
  const avatar = createAvatar(notionists, {
    backgroundColor: [grounds[face.ground]],
    hair: [`variant${face.hair}`],
    body: [`variant${face.body}`],
    eyes: [`variant${face.eyes}`],
    brows: [`variant${face.brows}`],
    nose: [`variant${face.nose}`],
    lips: [`variant${face.lips}`],
    // Absent parts must be switched off, or the style adds them at random.
    ...(face.beard ? { beard: [`variant${face.beard}`], beardProbability: 100 } : { beardProbability: 0 }),
    ...(face.glasses ? { glasses: [`variant${face.glasses}`], glassesProbability: 100 } : { glassesProbability: 0 }),
    gestureProbability: 0,
    bodyIconProbability: 0,
  })
  const image = await renderAsync(avatar.toString(), {
    fitTo: { mode: 'width', value: PORTRAIT_WIDTH },
    font: { loadSystemFonts: false },
  })
  return image.asPng()
}
