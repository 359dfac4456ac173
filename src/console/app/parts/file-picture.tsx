import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ownFileUrl } from '../api/own-file-url.ts'
import { readPicture } from '../api/read-picture.ts'
import './file-picture.css'

/** A picture of an answer, or where it leads. */
export interface FilePictureProps {
  /** A signed URL; a placeholder is shown for null, for URLs of other servers and for what is no picture. */
  readonly signed: string | null | undefined
  readonly alt: string
  /** Width and height of the box that the picture fits into, pixels. */
  readonly size?: number
  /** A value that changes with the file; each answer signs anew, so the URL does not tell. */
  readonly version?: string | number
}

/** The delay before a picture is read, ms, so that scrolling past it reads nothing. */
const DELAY_MS = 80

/** A picture behind a signed URL, read again only when the file is another. */
export const FilePicture = ({ signed, alt, size, version }: FilePictureProps) => {
  const source = useSignal<string | undefined>(undefined)
  const hasFailed = useSignal(false)
  const url = ownFileUrl(signed)
  useEffect(() => {
    hasFailed.value = url === undefined
    if (url === undefined) return undefined
    const ending = new AbortController()
    const timer = setTimeout(() => {
      readPicture(url, ending.signal)
        .then((blob) => {
          if (!ending.signal.aborted) source.value = URL.createObjectURL(blob)
        })
        .catch(() => {
          hasFailed.value = !ending.signal.aborted
        })
    }, DELAY_MS)
    return () => {
      clearTimeout(timer)
      ending.abort()
      if (source.value !== undefined) URL.revokeObjectURL(source.value)
      source.value = undefined
    }
  }, [url?.split('?')[0], version])
  const box = size === undefined ? {} : { width: size, height: size }
  if (source.value === undefined)
    return (
      <span
        class={hasFailed.value ? 'file-picture-none' : 'file-picture-wait'}
        style={size === undefined ? {} : { width: `${size}px`, height: `${size}px` }}
        {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      />
    )
  return <img class="file-picture" src={source.value} alt={alt} {...box} />
}
