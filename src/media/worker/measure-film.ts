import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import type { FileFacts } from '../work.ts'

type FilmFacts = Pick<FileFacts, 'width' | 'height' | 'orientation' | 'durationMs'>

/** The EXIF orientation of a clockwise rotation. */
const ORIENTATIONS = { 0: 1, 90: 6, 180: 3, 270: 8 } as const

/** The facts of a video or a sound; only the needed parts of the file are read. A damaged one throws. */
export const measureFilm = async (path: string): Promise<FilmFacts> => {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  try {
    if ((await input.getTracks()).length === 0) throw new Error('nothing to play')
    // The metadata are exact and read at once; without them every packet of some formats must be read.
    const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration())
    const track = await input.getPrimaryVideoTrack()
    return {
      width: (await track?.getCodedWidth()) ?? null,
      height: (await track?.getCodedHeight()) ?? null,
      orientation: ORIENTATIONS[(await track?.getRotation()) ?? 0],
      durationMs: Math.round(seconds * 1000),
    }
  } finally {
    input.dispose()
  }
}
