import { formatNumber, texts } from '../texts/language.ts'

const words = texts({
  en: {
    shown: (shown: string, total: string) => `The newest ${shown} of ${total}.`,
    more: 'Show more',
  },
  zh: {
    shown: (shown: string, total: string) => `显示最新的 ${shown} 条，共 ${total} 条。`,
    more: '显示更多',
  },
})

/** Says how many of all rows are there, and reads further ones; nothing when all are there. */
export const MoreRows = ({
  shown,
  total,
  more,
}: {
  readonly shown: number
  readonly total: number
  /** Absent when no more can be shown. */
  readonly more: (() => void) | undefined
}) =>
  shown < total ? (
    <p class="row muted">
      {words().shown(formatNumber(shown), formatNumber(total))}
      {more && (
        <button type="button" onClick={more}>
          {words().more}
        </button>
      )}
    </p>
  ) : null
