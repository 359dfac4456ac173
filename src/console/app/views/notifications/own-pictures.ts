import { ownFileUrl, readPicture } from '../../api/own-files.ts'

/** The attribute of an image that names a file of this server. */
export const OWN_PICTURE = 'data-own-picture'

/** Pictures that are read for one notification. */
const MAX_PICTURES = 20

/** The URL of a file of this server on the origin of the page; undefined for other URLs. */
export const ownPictureUrl = (source: string): string | undefined => {
  const url = ownFileUrl(source)
  return url?.split('?', 1)[0]?.includes('/_files/') ? url : undefined
}

/** The same HTML with the pictures of this server in it: the frame has no origin to read them with. */
export const withOwnPictures = async (html: string, signal: AbortSignal): Promise<string> => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const images = [...body.querySelectorAll(`img[${OWN_PICTURE}]`)].slice(0, MAX_PICTURES)
  await Promise.all(
    images.map(async (image) => {
      const url = image.getAttribute(OWN_PICTURE) ?? ''
      // One that cannot be read leaves its alternative text.
      const data = await readPicture(url, signal)
        .then(dataUrlOf)
        .catch(() => undefined)
      if (data !== undefined) image.setAttribute('src', data)
    }),
  )
  return body.innerHTML
}

const dataUrlOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The picture cannot be read'))
    reader.readAsDataURL(blob)
  })
