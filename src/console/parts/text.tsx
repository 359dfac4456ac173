import { useSignal } from '@preact/signals'
import type { ComponentChildren, ComponentProps } from 'preact'
import { useEffect, useMemo } from 'preact/hooks'
import type { FindingLevel, JournalEntry } from '#src/client/generated/control.ts'
import { indentedJson } from '#src/client/parsed-json.ts'
import { mayChange } from '../api/control.ts'
import { useOnce } from '../api/loaded.ts'
import type { OperationId } from '../api/operations.ts'
import { readPicture } from '../api/own-files.ts'
import { linkTo } from '../api/place.ts'
import type { People } from '../api/records.ts'
import { operationName, t } from '../texts/words.ts'
import { CopyButton, setTo } from './action.tsx'
import './text.css'

export type BadgeTone = 'plain' | 'good' | 'warning' | 'bad' | 'accent' | undefined

/** A short mark beside a name. Its meaning is in its text; the colour only repeats it. */
export const Badge = ({
  tone = 'plain',
  children,
}: {
  tone?: BadgeTone
  children: ComponentChildren
}) => <span class={`badge ${tone}`}>{children}</span>

export const YesNo = ({ value }: { value: boolean }) => (
  <Badge tone={value ? 'good' : 'plain'}>{value ? t('yes') : t('no')}</Badge>
)

const LEVEL_TONES = { error: 'bad', warning: 'warning', note: 'plain' } as const
const LEVEL_NAMES = { error: 'Error', warning: 'Warning', note: 'Note' } as const

export const levelName = (level: FindingLevel): string => t(LEVEL_NAMES[level])

export const LevelBadge = ({
  level,
  children = levelName(level),
}: {
  level: FindingLevel
  children?: ComponentChildren
}) => <Badge tone={LEVEL_TONES[level]}>{children}</Badge>

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** A phrase as a sentence; a name it begins with, such as that of a header, stays as it is. */
export const asSentence = (phrase: string): string => {
  if (isChinese(phrase)) return `${phrase}。`
  return `${/^[a-z]+ /.test(phrase) ? phrase.charAt(0).toUpperCase() + phrase.slice(1) : phrase}.`
}

export const CodedText = ({ text }: { text: string }) => (
  <span lang={isChinese(text) ? 'zh-CN' : 'en'}>
    {text
      .split('`')
      .map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}
  </span>
)

/** Text as it is, with JSON indented, to be copied, in a region that can be scrolled with the keyboard. */
export const JsonView = ({ value, label }: { value: unknown; label: string }) => {
  const text =
    typeof value === 'string' ? (indentedJson(value) ?? value) : JSON.stringify(value, null, 2)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard */}
      <section class="json" tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <div>
        <CopyButton label={t('Copy')} of={label} text={() => text} />
      </div>
    </>
  )
}

/** JSON that is in the page only once a person opens it. */
export const JsonDetails = (props: { value: unknown; label: string }) => {
  const isOpen = useSignal(false)
  return (
    <details onToggle={({ currentTarget }) => setTo(isOpen, currentTarget.open)()}>
      <summary>{props.label}</summary>
      {isOpen.value && <JsonView {...props} />}
    </details>
  )
}

export const describeTarget = (call: { operation: string | null; method: string; path: string }) =>
  call.operation === null
    ? `${call.method} ${call.path}`
    : `${call.operation} ${operationName(call.operation)}`

export const isRefused = ({ code, status }: JournalEntry): boolean =>
  code === null ? (status ?? 500) >= 400 : code !== '0'

export const Outcome = ({ call }: { call: JournalEntry }) => {
  const { code, status } = call
  return (
    <Badge tone={isRefused(call) ? 'bad' : 'good'}>
      {code ?? (status === null ? t('no response') : `HTTP ${status}`)}
    </Badge>
  )
}

export const PersonName = ({ id, people }: { id: number; people: People }) => {
  const person = people.get(id)
  if (!person) return <span class="mono">{id}</span>
  return (
    <span>
      {person.nickname} <span class="muted">{person.email}</span>
    </span>
  )
}

export const TryLink = ({ operation }: { operation: OperationId }) => (
  <ChangeLink href={linkTo('try', operation)}>
    {t('Try')} {operation}
  </ChangeLink>
)

/** A link to where something is changed; a key that only reads has none. */
export const ChangeLink = (props: ComponentProps<'a'>) =>
  mayChange.value ? <a {...props} /> : null

export interface FilePictureProps {
  /** A signed URL; a placeholder is shown for null, for URLs of other servers and for what is no picture. */
  readonly signed: string | null | undefined
  readonly alt?: string
  readonly size?: number
  /** A value that changes with the file; each answer signs anew, so the URL does not tell. */
  readonly version?: string | number
}

/** A picture behind a signed URL, read again only when the file is another. */
export const FilePicture = ({ signed, alt = '', size, version }: FilePictureProps) => {
  const inputs = [signed?.split('?')[0], version]
  const { data, error } = useOnce((signal) => readPicture(signed, signal), inputs)
  const source = useMemo(() => data && URL.createObjectURL(data), [data])
  useEffect(() => () => URL.revokeObjectURL(source ?? ''), [source])
  const box = size === undefined ? {} : { width: `${size}px`, height: `${size}px` }
  if (source !== undefined) return <img class="file-picture" src={source} alt={alt} style={box} />
  return (
    <span
      class={error ? 'file-picture-none failed' : 'file-picture-none'}
      style={box}
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
    />
  )
}
