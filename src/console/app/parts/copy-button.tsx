import { texts } from '../texts/language.ts'
import { tell } from './toasts.tsx'

const words = texts({
  en: { copied: 'Copied.', failed: 'The browser does not allow copying; select the text instead.' },
  zh: { copied: '已复制。', failed: '浏览器不允许复制，请手动选择文本。' },
})

/** Copies a text that is made when the button is pressed. */
export const CopyButton = ({
  label,
  text,
}: {
  readonly label: string
  readonly text: () => string | Promise<string>
}) => {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await text())
      tell(words().copied)
    } catch {
      tell(words().failed, 'error')
    }
  }
  return (
    <button type="button" onClick={copy}>
      {label}
    </button>
  )
}
