import { useSignal } from '@preact/signals'
import { ownFileUrl } from '../api/own-file-url.ts'

/** A picture of an answer, or where it leads. */
export interface FilePictureProps {
  /** A signed URL; nothing is shown for null and for URLs of other servers. */
  readonly signed: string | null | undefined
  readonly alt: string
  readonly size?: number
}

/**
 * A picture behind a signed URL. Each answer signs anew, so the first URL of a file stays until it cannot be read;
 * else live data would load all pictures again and again.
 */
export const FilePicture = ({ signed, alt, size }: FilePictureProps) => {
  const newest = ownFileUrl(signed)
  const kept = useSignal(newest)
  const shown = pathOf(kept.value) === pathOf(newest) ? kept.value : newest
  if (shown === undefined) return null
  if (kept.peek() !== shown) kept.value = shown
  return (
    <img
      src={shown}
      alt={alt}
      loading="lazy"
      width={size}
      height={size}
      onError={() => {
        kept.value = newest
      }}
    />
  )
}

const pathOf = (url: string | undefined): string | undefined => url?.split('?')[0]
