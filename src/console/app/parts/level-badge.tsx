import type { ComponentChildren } from 'preact'
import type { FindingLevel } from '#src/client/generated/control.ts'
import { texts } from '../texts/language.ts'
import { Badge } from './badge.tsx'

const words = texts<Readonly<Record<FindingLevel, string>>>({
  en: { error: 'Error', warning: 'Warning', note: 'Note' },
  zh: { error: '错误', warning: '警告', note: '提示' },
})

const TONES = { error: 'bad', warning: 'warning', note: 'plain' } as const

/** The name of a level of findings. */
export const levelName = (level: FindingLevel): string => words()[level]

/** A mark in the tone of a level of findings: its name, or what else is given. */
export const LevelBadge = ({
  level,
  children = levelName(level),
}: {
  readonly level: FindingLevel
  readonly children?: ComponentChildren
}) => <Badge tone={TONES[level]}>{children}</Badge>
