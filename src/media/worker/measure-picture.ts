import type { FileFacts } from '../work.ts'
import { isPicture, openPicture } from './pictures.ts'
import { readStart } from './sample.ts'

type PictureFacts = Partial<Pick<FileFacts, 'width' | 'height' | 'orientation'>>

/** The dimensions in the header of a picture; nothing is decoded. A damaged header throws. */
export const measurePicture = async (path: string, mediaType: string): Promise<PictureFacts> => {
  if (mediaType === 'image/vnd.adobe.photoshop') return measurePhotoshop(path)
  if (!isPicture(mediaType)) return {}
  const picture = await openPicture(path, mediaType, { limitInputPixels: false, failOn: 'none' })
  if (!picture) return {}
  const { width, height, orientation = 1 } = await picture.metadata()
  return { width, height, orientation }
}

/** Height and width stand at fixed places, in this order. */
const measurePhotoshop = async (path: string): Promise<PictureFacts> => {
  const header = await readStart(path, 26)
  return { height: header.readUInt32BE(14), width: header.readUInt32BE(18) }
}
